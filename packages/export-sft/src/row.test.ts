import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isRowRole, type RowMessage, toRow } from "./row.ts";

it("W1 is compact JSON with the keys in a fixed order and one newline", () => {
  expect(
    toRow([
      { content: "U", role: "user" },
      { role: "assistant", content: 'é "q" \\ \t' },
    ]),
  ).toBe(
    '{"messages":[{"role":"user","content":"U"},{"role":"assistant","content":"é \\"q\\" \\\\ \\t"}]}\n',
  );
});

it("B1 escapes the characters at which other readers break a record", () => {
  const row = toRow([
    { role: "user", content: "a\u2028b" },
    { role: "assistant", content: "c\u0085d\u2029" },
  ]);
  expect(row).toBe(
    String.raw`{"messages":[{"role":"user","content":"a\u2028b"},{"role":"assistant","content":"c\u0085d\u2029"}]}` +
      "\n",
  );
  expect(Buffer.byteLength(row)).toBe(100);
  expect(createHash("sha256").update(row).digest("hex")).toBe(
    "1e638256084b066f4e7e05a73d85692c874b480150c864065b6c2a8cbe6b03bf",
  );
});

it("B9 leaves out every other key of a message", () => {
  const message = { role: "assistant", content: "A", toolCalls: [], name: null, index: 3 } as const;
  expect(toRow([message])).toBe('{"messages":[{"role":"assistant","content":"A"}]}\n');
});

it("knows the three roles and no other", () => {
  const roles = ["system", "user", "assistant", "tool", "developer", "__proto__", undefined];
  expect(roles.map(isRowRole)).toEqual([true, true, true, false, false, false, false]);
});

it("is one line that parses to what went in, whatever the text", () => {
  const breaks = fc.constantFrom("\u2028", "\u2029", "\u0085", "\n", "\r", "\\u2028", "\\", '"');
  const content = fc
    .array(fc.oneof(fc.string({ unit: "binary" }), breaks))
    .map((parts) => parts.join(""));
  const message: fc.Arbitrary<RowMessage> = fc.record({
    role: fc.constantFrom("system", "user", "assistant"),
    content,
  });
  fc.assert(
    fc.property(fc.array(message), (messages) => {
      const row = toRow(messages);
      expect(row.slice(0, -1)).not.toMatch(/[\n\r\u0085\u2028\u2029]/);
      expect(row.endsWith("}\n")).toBe(true);
      expect(JSON.parse(row)).toEqual({ messages });
    }),
  );
});
