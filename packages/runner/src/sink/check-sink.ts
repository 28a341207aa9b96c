import {
  checkSource,
  describeValue,
  InvalidArgumentError,
  type ResultSink,
  UnsupportedSpecVersionError,
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
  if (found.specVersion !== "v1") {
    throw new UnsupportedSpecVersionError({
      plugin: "The sink",
      found: found.specVersion,
      supported: ["v1"],
    });
  }
  if (found.resumeFrom !== undefined) checkSource(found.resumeFrom);
}
