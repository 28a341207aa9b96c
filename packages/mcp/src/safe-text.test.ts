import fc from "fast-check";
import { expect, it } from "vitest";
import { toSafeEnd, toSafeText } from "./safe-text.ts";
import { toSecrets } from "./to-secrets.ts";

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

const json = (text: string) => JSON.stringify(text);
const spelledOut = (text: string) =>
  text.replace(/\W/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

it.each<[string, (secret: string) => string]>([
  ["JSON", json],
  ["JSON that escapes slashes", (secret) => json(secret).replaceAll("/", "\\/")],
  ["JSON that spells letters out", spelledOut],
  ["JSON inside of JSON", (secret) => json(json(secret))],
  ["a URL", encodeURIComponent],
  [
    "a URL in small letters",
    (secret) => encodeURIComponent(secret).replace(/%../g, (hex) => hex.toLowerCase()),
  ],
  ["a URL that escapes little", encodeURI],
  ["a URL inside of JSON", (secret) => json(encodeURIComponent(secret))],
])("a secret is hidden in %s, whatever it is made of", (_where, write) => {
  const secrets = fc.string({ unit: "grapheme", minLength: 8 });
  fc.assert(
    fc.property(secrets, (secret) => {
      const shown = toSafeText(`no: ${write(secret)}`, toSecrets(secret));
      expect(shown).toContain("[hidden]");
      expect(shown).not.toContain(secret);
    }),
  );
});

it("the escapes stay where they hide no secret", () => {
  expect(toSafeText("C:\\new%20folder", ["new-secret"])).toBe("C:\\new%20folder");
});
