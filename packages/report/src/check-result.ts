import {
  describeValue,
  InvalidArgumentError,
  type RolloutResult,
  UnsupportedSpecVersionError,
} from "@rollouts/core";

/** Refuses what is no result in memory, such as a promise that was not awaited. */
export function checkResult(result: unknown): void {
  const found = result as Partial<RolloutResult> | null | undefined;
  if (!Array.isArray(found?.taskResults) || typeof found.summary !== "function") {
    throw new InvalidArgumentError({
      argument: "result",
      message: `result must be a RolloutResult (await what runRollouts returns), got ${describeValue(result)}.`,
    });
  }
  const { specVersion }: { specVersion?: unknown } = found;
  if (specVersion === "v1") return;
  throw new UnsupportedSpecVersionError({
    plugin: "The result",
    found: specVersion,
    supported: ["v1"],
  });
}
