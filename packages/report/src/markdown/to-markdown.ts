import { checkResult, type RolloutResult } from "@rollouts/core";
import { checkFileOptions, type FileReportOptions } from "../file-options.ts";
import { markdownReport } from "./markdown-report.ts";

/**
 * Writes a result as Markdown: the verdict of the gates if there is one, the numbers with coverage
 * and intervals, a row per task with its attempts, what went wrong in the first 100 attempts that
 * did not pass, and the warnings. Ends with a newline.
 *
 * Foreign text stands in code spans, clipped, so nothing in it is markup, a link or a mention.
 *
 * @throws InvalidArgumentError for a value that is no result and for options that it does not know.
 * UnsupportedSpecVersionError for a result of another contract.
 */
export function toMarkdown(result: RolloutResult, options: FileReportOptions = {}): string {
  checkResult(result);
  checkFileOptions(options, "toMarkdown");
  const limits = { maxTasks: Number.POSITIVE_INFINITY, maxAttempts: 100 };
  return `${markdownReport(result, options.verdict, limits).join("\n")}\n`;
}
