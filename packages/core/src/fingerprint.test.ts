import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { fingerprint, fingerprintPart } from "./fingerprint.ts";

it("F1: is the SHA-256 of the UTF-8 bytes of the canonical JSON", () => {
  const expected = createHash("sha256")
    .update(Buffer.from('{"a":"é","b":1}', "utf8"))
    .digest("hex");

  expect(fingerprint({ b: 1, a: "é" })).toBe(expected);
  expect(fingerprint({ b: 1, a: "é" })).toMatch(/^[0-9a-f]{64}$/);
});

it("F9: refuses what has no canonical JSON", () => {
  expect(() => fingerprint({ a: new Set() })).toThrow("$.a is a Set");
});

it("F10: turns whatever goes wrong in a part into an error that names the part", async () => {
  await expect(fingerprintPart("agent", () => ({ tools: [1n] }))).rejects.toMatchObject({
    code: "not_fingerprintable",
    path: "$.agent.tools[0]",
    message: expect.stringMatching(/^\$\.agent\.tools\[0\] is 1n, which cannot be fingerprinted/),
  });
  await expect(
    fingerprintPart("agent", () => {
      throw new TypeError("tools is not iterable");
    }),
  ).rejects.toMatchObject({
    code: "not_fingerprintable",
    path: "$.agent",
    message: "$.agent: tools is not iterable",
    cause: expect.any(TypeError),
  });
});
