import { checkResult, type RolloutResult, toSafeLine } from "@rollouts/core";
import { clip, clipName } from "../clip.ts";
import { checkFileOptions, type FileReportOptions } from "../file-options.ts";
import { passRateText } from "../pass-rate-text.ts";

/** GitHub shows no more warnings than this of one step. */
const maxWarnings = 10;

/**
 * Gives the lines that GitHub Actions turns into annotations of a step, when it prints each on a line
 * of its own: an error for each gate that does not hold, a warning for each warning of the result
 * (ten at most), and a notice with the pass rate and its coverage.
 *
 * @throws InvalidArgumentError for a value that is no result and for options that it does not know.
 * UnsupportedSpecVersionError for a result of another contract.
 */
export function toGitHubAnnotations(
  result: RolloutResult,
  options: FileReportOptions = {},
): readonly string[] {
  checkResult(result);
  checkFileOptions(options, "toGitHubAnnotations");
  const name = clipName(result.header.env, 100);
  const failed = options.verdict?.checks.filter(({ passed }) => !passed) ?? [];
  return [
    ...failed.map(({ name: gate, outcome, reason }) =>
      command("error", `${name}: ${gate}: ${outcome}`, clip(reason, 700)),
    ),
    ...result.warnings
      .slice(0, maxWarnings)
      .map((warning) => command("warning", name, clip(warning, 300))),
    command("notice", name, `pass rate: ${passRateText(result.summary())}`),
  ];
}

function command(level: "error" | "warning" | "notice", title: string, message: string): string {
  return `::${level} title=${escapeProperty(title)}::${escapeData(message)}`;
}

/** Escapes as the runner undoes them; the percent sign first, since the others bring new ones. */
function escapeData(text: string): string {
  return toSafeLine(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
