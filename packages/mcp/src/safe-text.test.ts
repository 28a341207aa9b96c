import { expect, it } from "vitest";
import { toSafeEnd, toSafeText } from "./safe-text.ts";

it("foreign text becomes one line without escapes", () => {
  expect(toSafeText(" a\n\u001b[2Jb\u202e ", [])).toBe("a\\n\\u001b[2Jb\\u202e");
  expect(toSafeEnd("a\r\nb\n", [])).toBe("a\\r\\nb");
});

it("long text is cut: one at its end, the other at its beginning", () => {
  const long = `${"a".repeat(1_000)}${"b".repeat(1_000)}`;
  expect(toSafeText(long, [])).toBe(`${"a".repeat(500)}…`);
  expect(toSafeEnd(long, [])).toBe(`…${"a".repeat(500)}${"b".repeat(1_000)}`);
});

it("secrets are hidden before the text is cut, the longest first", () => {
  const secrets = ["token-12", "token-1234", "true"];
  expect(toSafeText("token-1234 token-12 true", secrets)).toBe("[hidden] [hidden] true");
  expect(toSafeText(`${"a".repeat(495)}token-1234`, secrets)).toBe(`${"a".repeat(495)}[hidd…`);
  expect(toSafeEnd(`token-1234${"a".repeat(1_495)}`, secrets)).toBe(`…dden]${"a".repeat(1_495)}`);
});
