import fc from "fast-check";
import { expect, test } from "vitest";
import { createSseParser, type SseItem } from "./sse-parser.ts";

function parse(...pieces: string[]): SseItem[] {
  const parser = createSseParser();
  return [...pieces.flatMap((piece) => parser.push(piece)), ...parser.end()];
}

function data(...values: string[]): SseItem[] {
  return values.map((value) => ({ name: undefined, data: value }));
}

test.each<[string, string, SseItem[]]>([
  ["one event", "data: a\n\n", data("a")],
  ["no blank after the colon", "data:a\n\n", data("a")],
  ["one blank is cut off, no more", "data:  a \n\n", data(" a ")],
  ["several lines of data", "data: a\ndata: b\n\n", data("a\nb")],
  ["a name", "event: error\ndata: a\n\n", [{ name: "error", data: "a" }]],
  [
    "a name holds for one event",
    "event: x\ndata: a\n\ndata: b\n\n",
    [{ name: "x", data: "a" }, ...data("b")],
  ],
  ["a comment", ": hello\n\ndata: a\n\n", ["comment", ...data("a")]],
  ["a comment within an event", "data: a\n:\ndata: b\n\n", ["comment", ...data("a\nb")]],
  ["no data", "event: x\n\n", []],
  ["empty data", "data:\n\ndata\n\n", []],
  ["ids and times", "id: 1\nretry: 5\ndata: a\n\n", data("a")],
  ["fields with other names", "database: x\nevents: y\ndata: a\n\n", data("a")],
  ["CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", data("a", "b")],
  ["CR", "data: a\r\rdata: b\r\r", data("a", "b")],
  ["a missing last blank line", "data: a\n", data("a")],
  ["a missing last line end", "data: a", data("a")],
  ["nothing", "", []],
])("%s", (_name, text, items) => {
  expect(parse(text)).toEqual(items);
});

test("however the text is cut, the events are the same", () => {
  const line = fc.constantFrom("data: a", "data:", "data: é👋", "event: x", ": c", "", "id: 1");
  const lineEnd = fc.constantFrom("\n", "\r\n", "\r");
  const stream = fc.tuple(fc.array(line), lineEnd).map(([lines, end]) => lines.join(end) + end);
  fc.assert(
    fc.property(stream, fc.array(fc.nat(20)), (text, cuts) => {
      const pieces: string[] = [];
      let rest = text;
      for (const cut of cuts) {
        pieces.push(rest.slice(0, cut));
        rest = rest.slice(cut);
      }
      expect(parse(...pieces, rest)).toEqual(parse(text));
    }),
  );
});

test("a line that comes in a hundred thousand pieces is read in linear time", () => {
  const parser = createSseParser();
  parser.push("data: ");
  for (let count = 0; count < 100_000; count++) parser.push("0123456789");
  const [event] = parser.push("\n\n");
  expect(event).toEqual({ name: undefined, data: "0123456789".repeat(100_000) });
});
