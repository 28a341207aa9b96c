import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { naiveCanonicalJson } from "../__fixtures__/naive-canonical-json.ts";
import { FingerprintError } from "../errors/fingerprint-error.ts";
import { fingerprint, fingerprintPart } from "./fingerprint.ts";

it("F1: is the SHA-256 of the UTF-8 bytes of the canonical JSON", () => {
  const expected = createHash("sha256")
    .update(Buffer.from('{"a":"é","b":1}', "utf8"))
    .digest("hex");

  expect(fingerprint({ b: 1, a: "é" })).toBe(expected);
  expect(fingerprint({ b: 1, a: "é" })).toMatch(/^[0-9a-f]{64}$/);
});

it("F1: is the same whether the value is hashed in one piece or in many", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000 }),
      fc.constantFrom("a", "é", "\u{1f600}", "\ud800"),
      (length, unit) => {
        const value = [unit.repeat(length), ...Array(20_000).fill({ [unit]: unit })];
        const text = Buffer.from(naiveCanonicalJson(value), "utf8");
        expect(fingerprint(value)).toBe(createHash("sha256").update(text).digest("hex"));
      },
    ),
    { numRuns: 20 },
  );
});

it("F9: refuses what has no canonical JSON", () => {
  expect(() => fingerprint({ a: new Set() })).toThrow("$.a: a Set cannot be fingerprinted");
});

it("F10: turns whatever goes wrong in a part into an error that names the part", async () => {
  await expect(fingerprintPart("agent", () => ({ tools: [1n] }))).rejects.toMatchObject({
    code: "not_fingerprintable",
    path: "$.agent.tools[0]",
    message: expect.stringMatching(/^\$\.agent\.tools\[0\]: 1n cannot be fingerprinted/),
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

it("F10: names the place within the part also where another copy of core found the fault", async () => {
  vi.resetModules();
  const other = await import("../errors/fingerprint-error.ts");
  const { RolloutsError } = await import("../errors/rollouts-error.ts");
  const foreign = new other.FingerprintError({ path: "$.a", reason: "1n is odd." });
  expect(foreign).not.toBeInstanceOf(FingerprintError);
  await expect(fingerprintPart("scorer", () => Promise.reject(foreign))).rejects.toMatchObject({
    path: "$.scorer.a",
    message: "$.scorer.a: 1n is odd.",
  });
  const bare = new RolloutsError({ code: "not_fingerprintable", message: "odd" });
  await expect(fingerprintPart("scorer", () => Promise.reject(bare))).rejects.toMatchObject({
    path: "$.scorer",
    message: "$.scorer: odd",
  });
});
