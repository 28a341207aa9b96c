import { describeThrown, ExportError, isRolloutsError, toSafeLine } from "@rollouts/core";

/** The error of an export that changed nothing; an error of these packages stays as it is. */
export function toExportError(error: unknown, path: string): unknown {
  if (isRolloutsError(error)) return error;
  const message = `Cannot export to ${JSON.stringify(path)}: ${describeThrown(error)}. Nothing was changed.`;
  return new ExportError({ path, message: toSafeLine(message), cause: error });
}
