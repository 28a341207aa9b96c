import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { toLine } from "./to-line.ts";

it("W2 is compact JSON with the keys as they stand, without those that are undefined", () => {
  expect(toLine({ b: 'é "q" \\ \t', a: [1, null], gone: undefined })).toBe(
    '{"b":"é \\"q\\" \\\\ \\t","a":[1,null]}\n',
  );
});

it("B1 escapes the characters at which other readers break a record", () => {
  const line = toLine({
    messages: [
      { role: "user", content: "a\u2028b" },
      { role: "assistant", content: "c\u0085d\u2029" },
    ],
  });
  expect(line).toBe(
    String.raw`{"messages":[{"role":"user","content":"a\u2028b"},{"role":"assistant","content":"c\u0085d\u2029"}]}` +
      "\n",
  );
  expect(Buffer.byteLength(line)).toBe(100);
  expect(createHash("sha256").update(line).digest("hex")).toBe(
    "1e638256084b066f4e7e05a73d85692c874b480150c864065b6c2a8cbe6b03bf",
  );
});

it("is one line that parses to what went in, whatever the text", () => {
  const breaks = fc.constantFrom("\u2028", "\u2029", "\u0085", "\n", "\r", "\\u2028", "\\", '"');
  const content = fc
    .array(fc.oneof(fc.string({ unit: "binary" }), breaks))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.array(content), (messages) => {
      const line = toLine({ messages });
      expect(line.slice(0, -1)).not.toMatch(/[\n\r\u0085\u2028\u2029]/);
      expect(line.endsWith("}\n")).toBe(true);
      expect(JSON.parse(line)).toEqual({ messages });
    }),
  );
});
