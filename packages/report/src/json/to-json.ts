import { checkResult, type RolloutResult } from "@rollouts/core";
import { checkFileOptions, type FileReportOptions } from "../file-options.ts";
import { toPrintableJson } from "../json-text.ts";

/**
 * Writes the numbers of a result as JSON, indented: `summary()`, then `errors` by task, `warnings`
 * and, if there is one, the `verdict` of the gates. Ends with a newline. Transcripts are not in it;
 * they are what a result file is for.
 *
 * @throws InvalidArgumentError for a value that is no result and for options that it does not know.
 * UnsupportedSpecVersionError for a result of another contract.
 */
export function toJson(result: RolloutResult, options: FileReportOptions = {}): string {
  checkResult(result);
  checkFileOptions(options, "toJson");
  const facts = {
    ...result.summary(),
    errors: result.errors(),
    warnings: result.warnings,
    verdict: options.verdict,
  };
  return `${toPrintableJson(facts)}\n`;
}
