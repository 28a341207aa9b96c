import fc from "fast-check";
import { expect, it } from "vitest";
import { attemptSeed } from "./attempt-seed.ts";

it("is the head of sha256 of seed, index and input, since results outlive versions", () => {
  const messages = [{ role: "user" as const, content: "2+2?" }];

  // printf '0/0/2+2?' | sha256sum, the first eight digits
  expect(attemptSeed({ runSeed: 0, input: "2+2?", attemptIndex: 0 })).toBe(2_472_285_597);
  // printf '0/3/[{"content":"2+2?","role":"user"}]' | sha256sum
  expect(attemptSeed({ runSeed: 0, input: messages, attemptIndex: 3 })).toBe(450_933_029);
});

it("is an unsigned 32-bit integer that depends on seed, input and index alone", () => {
  const options = fc.record({
    runSeed: fc.maxSafeNat(),
    input: fc.string(),
    attemptIndex: fc.nat(1_000),
  });
  fc.assert(
    fc.property(options, (given) => {
      const seed = attemptSeed(given);
      expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32).toBe(true);
      expect(attemptSeed({ ...given })).toBe(seed);
    }),
  );
});

it("differs between attempts, inputs and run seeds", () => {
  const seeds = [0, 1, 2].flatMap((runSeed) =>
    ["a", "b", [{ role: "user" as const, content: "a" }]].flatMap((input) =>
      Array.from({ length: 50 }, (_, attemptIndex) =>
        attemptSeed({ runSeed, input, attemptIndex }),
      ),
    ),
  );

  expect(new Set(seeds).size).toBe(450);
});

it("does without the input when that has no canonical JSON", () => {
  const input = [{ role: "user" as const, content: "a", at: new Date(0) }];
  const seeds = [0, 1].map((attemptIndex) => attemptSeed({ runSeed: 0, input, attemptIndex }));

  expect(new Set(seeds).size).toBe(2);
});
