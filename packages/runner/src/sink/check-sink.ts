import {
  checkSource,
  describeValue,
  InvalidArgumentError,
  type ResultSink,
  requireSpecVersion,
} from "@rollouts/core";

/**
 * Refuses what is no sink, such as a path, or a promise that was not awaited.
 *
 * @throws InvalidArgumentError, UnsupportedSpecVersionError
 */
export function checkSink(sink: unknown): void {
  const found = sink as Partial<ResultSink> | null | undefined;
  if (typeof found?.append !== "function" || typeof found.close !== "function") {
    throw new InvalidArgumentError({
      argument: "sink",
      message: `sink must be a ResultSink, got ${describeValue(sink)}. Open one: await openResultFile(path, { mode: "create" }) of @rollouts/result-file.`,
    });
  }
  requireSpecVersion(found.specVersion, "The sink");
  if (found.resumeFrom !== undefined) checkSource(found.resumeFrom);
}
