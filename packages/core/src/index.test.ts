import { expect, it } from "vitest";
import * as core from "./index.ts";

it("exports the doors that users type", () => {
  expect(Object.keys(core)).toEqual(
    expect.arrayContaining([
      "defineEnvironment",
      "loadTasks",
      "parseTasks",
      "RolloutResult",
      "unscored",
      "functionAgent",
      "functionScorer",
      "inMemoryStore",
      "createAttemptContext",
      "foldRun",
      "envFingerprint",
      "policyFingerprint",
      "passAtK",
      "passHatK",
      "wilsonInterval",
      "diffResults",
      "meanPassAtK",
      "meanPassHatK",
      "clusteredMeanInterval",
      "splitVariance",
      "expectedStandardError",
      "pairedDifference",
      "mcnemarExact",
      "requiredTaskCount",
      "smallestDetectableDifference",
      "holmAdjust",
      "learningZoneProbability",
      "canonicalJson",
      "fingerprint",
      "learningZone",
      "summarize",
      "RolloutsError",
      "isRolloutsError",
      "FingerprintError",
      "MismatchError",
    ]),
  );
});

it("exports functions and classes, and else only what nobody can change", () => {
  for (const [name, value] of Object.entries(core)) {
    expect(typeof value === "function" || Object.isFrozen(value), name).toBe(true);
  }
});
