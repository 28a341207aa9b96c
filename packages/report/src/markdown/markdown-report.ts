import type { AttemptResult, RolloutResult, TaskResult } from "@rollouts/core";
import { reasonOf } from "../attempt-facts.ts";
import type { GateVerdict } from "../gates/gate-verdict.ts";
import { formatGateValue } from "../gates/render-verdict.ts";
import { formatRate } from "../pass-rate-text.ts";
import { type Fact, formatInterval, resultFacts } from "../result-facts.ts";
import { glyphs, verdictOf } from "../verdict-glyph.ts";
import { toCode, toNameCode } from "./markdown-code.ts";

export interface MarkdownLimits {
  readonly maxTasks: number;
  /** Attempts that are explained. */
  readonly maxAttempts: number;
}

/** Signs of one task, before the rest is counted. */
const maxGlyphs = 64;

/** The lines of a report in Markdown, each of bounded length. */
export function markdownReport(
  result: RolloutResult,
  verdict: GateVerdict | undefined,
  limits: MarkdownLimits,
): string[] {
  return [
    `## ${toNameCode(result.header.env, 100)}`,
    ...(verdict === undefined ? [] : verdictSection(verdict)),
    "",
    "| fact | value |",
    "| --- | --- |",
    ...resultFacts(result).map(factRow),
    ...taskSection(result.taskResults, limits.maxTasks),
    ...attemptSection(result.taskResults, limits.maxAttempts),
    ...warningSection(result.warnings),
  ];
}

function factRow([label, value, isForeign]: Fact): string {
  return `| ${label} | ${isForeign ? toNameCode(value, 200) : value} |`;
}

function verdictSection({ outcome, checks }: GateVerdict): string[] {
  return [
    "",
    `**Gates: ${outcome}**`,
    "",
    "| gate | wanted | found | outcome | reason |",
    "| --- | --- | --- | --- | --- |",
    ...checks.map(({ name, wanted, found, outcome: each, reason }) => {
      const cells = [formatGateValue(wanted, name), formatGateValue(found, name), each];
      return `| ${name} | ${cells.join(" | ")} | ${toCode(reason, 700)} |`;
    }),
  ];
}

function taskSection(taskResults: readonly TaskResult[], maxTasks: number): string[] {
  if (taskResults.length === 0) return ["", "The result has no tasks."];
  const hiddenCount = taskResults.length - maxTasks;
  return [
    "",
    `Attempts: ${glyphs.passed} passed, ${glyphs.failed} failed, ${glyphs.unscored} without a verdict. Intervals: Wilson, 95 %.`,
    "",
    "| task | attempts | passed / scored | pass rate | interval | unscored | learning zone |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...taskResults.slice(0, maxTasks).map(taskRow),
    ...(hiddenCount > 0 ? ["", `Tasks not shown: ${hiddenCount}.`] : []),
  ];
}

function taskRow(taskResult: TaskResult): string {
  const { task, attempts, passedCount, scoredCount, unscoredCount } = taskResult;
  const signs = attempts.slice(0, maxGlyphs).map((attempt) => glyphs[verdictOf(attempt)]);
  const hiddenCount = attempts.length - signs.length;
  const cells = [
    toNameCode(task.id, 100),
    `${signs.join("")}${hiddenCount > 0 ? ` and ${hiddenCount} more` : ""}` || "-",
    `${passedCount}/${scoredCount}`,
    formatRate(taskResult.passRate),
    formatInterval(taskResult.interval),
    String(unscoredCount),
    taskResult.inLearningZone ? "yes" : "",
  ];
  return `| ${cells.join(" | ")} |`;
}

function attemptSection(taskResults: readonly TaskResult[], maxAttempts: number): string[] {
  const rows = taskResults
    .flatMap(({ attempts }) => attempts)
    .filter((attempt) => verdictOf(attempt) !== "passed");
  if (rows.length === 0) return [];
  const hiddenCount = rows.length - maxAttempts;
  return [
    "",
    "### Attempts that failed or have no verdict",
    "",
    ...rows.slice(0, maxAttempts).map(attemptLine),
    ...(hiddenCount > 0 ? [`- not shown: ${hiddenCount}`] : []),
  ];
}

function attemptLine(attempt: AttemptResult): string {
  const { taskId, attemptIndex, error, unscored } = attempt;
  const reason = reasonOf(attempt, error);
  const facts = [
    `${verdictOf(attempt)}${unscored === null ? "" : ` (${unscored.cause})`}`,
    ...(error ? [`error ${toCode(error, 200)}`] : []),
    ...(reason ? [`reason ${toCode(reason, 200)}`] : []),
  ];
  return `- ${toNameCode(taskId, 100)} attempt ${attemptIndex}: ${facts.join(", ")}`;
}

function warningSection(warnings: readonly string[]): string[] {
  if (warnings.length === 0) return [];
  const shown = warnings.slice(0, 20).map((warning) => `- ${toCode(warning, 300)}`);
  const hiddenCount = warnings.length - shown.length;
  const rest = hiddenCount > 0 ? [`- not shown: ${hiddenCount}`] : [];
  return ["", "### Warnings", "", ...shown, ...rest];
}
