import { appendFile } from "node:fs/promises";
import { describeThrown, type RolloutResult, toSafeLine } from "@rollouts/core";
import { type FileReportOptions, toGitHubAnnotations, toGitHubSummary } from "@rollouts/report";

/** On GitHub Actions: a summary of the job, and annotations, which its log takes from standard error too. */
export async function tellGitHub(
  result: RolloutResult,
  options: FileReportOptions,
  log: (text: string) => void,
): Promise<void> {
  const { GITHUB_ACTIONS: isThere, GITHUB_STEP_SUMMARY: summaryPath } = process.env;
  if (isThere !== "true") return;
  for (const line of toGitHubAnnotations(result, options)) log(line);
  if (summaryPath === undefined || summaryPath === "") return;
  try {
    await appendFile(summaryPath, toGitHubSummary(result, options));
  } catch (thrown) {
    log(`warning: no job summary: ${toSafeLine(describeThrown(thrown))}`);
  }
}
