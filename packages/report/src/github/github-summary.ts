import { checkResult, type RolloutResult } from "@rollouts/core";
import { checkFileOptions, type FileReportOptions } from "../file-options.ts";
import { markdownReport } from "../markdown/markdown-report.ts";

/** So few that the worst text stays below the 1 MiB that GitHub takes of one step. */
const limits = { maxTasks: 500, maxAttempts: 50 };

/**
 * Writes a result as Markdown for the file that `GITHUB_STEP_SUMMARY` names: as `toMarkdown`, with
 * at most 500 tasks and 50 attempts, so that it stays below GitHub's limit of 1 MiB. Append it.
 *
 * @throws InvalidArgumentError for a value that is no result and for options that it does not know.
 * UnsupportedSpecVersionError for a result of another contract.
 */
export function toGitHubSummary(result: RolloutResult, options: FileReportOptions = {}): string {
  checkResult(result);
  checkFileOptions(options, "toGitHubSummary");
  return `${markdownReport(result, options.verdict, limits).join("\n")}\n`;
}
