import { expect, it } from "vitest";
import * as core from "./index.ts";

it("exports the doors that users type, and only functions and classes", () => {
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
  expect(Object.values(core).map((value) => typeof value)).toEqual(
    Object.keys(core).map(() => "function"),
  );
});
