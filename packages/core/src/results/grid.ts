import type { AttemptResult } from "../attempt-result.ts";
import type { ResultEnd, ResultHeader } from "../result-source.ts";
import { toSafeLine } from "../safe-line.ts";
import { describeEnd } from "./describe-end.ts";
import { formatNumber } from "./format-number.ts";
import type { TaskResult } from "./task-result.ts";
import { addUsageSummaries } from "./task-summary.ts";

const passed = "█";
const failed = "░";
const unscored = "▲";
/** Characters to which ids and attempts are padded, at most: a file may say that there are a billion attempts. */
const maxPadding = 1000;

/** What a grid shows. */
interface Grid {
  readonly header: ResultHeader;
  readonly taskResults: readonly TaskResult[];
  readonly durationMs: number | null;
  readonly stoppedEarly: ResultEnd["stoppedEarly"];
  readonly isCutOff: boolean;
}

/** The grid of a result: a header, one row per task, and what went wrong, if anything did. */
export function renderGrid(result: Grid): string {
  const ids = result.taskResults.map(({ task }) => toSafeLine(task.id));
  const widestId = ids.reduce((width, id) => Math.max(width, id.length), 0);
  const idWidth = Math.min(widestId, maxPadding);
  const cellsWidth = Math.min(result.header.k, maxPadding);
  const rows = result.taskResults.map((taskResult, index) =>
    renderRow(taskResult, (ids[index] ?? "").padEnd(idWidth), cellsWidth),
  );
  return [renderHeader(result), ...rows, ...renderFooter(result)].join("\n");
}

function renderHeader({ header, taskResults, durationMs }: Grid): string {
  const attemptCount = taskResults.reduce((sum, { attempts }) => sum + attempts.length, 0);
  const costUsd = addUsageSummaries(taskResults.map(({ usage }) => usage)).agent?.costUsd;
  const facts = [
    `k=${header.k}`,
    `${attemptCount} attempts`,
    ...(durationMs === null ? [] : [`${formatNumber(durationMs / 1000, 0)}s`]),
    ...(costUsd === undefined ? [] : [`$${formatNumber(costUsd, 4)}`]),
  ];
  return `${toSafeLine(header.env)}${" ".repeat(17)}${facts.join(" · ")}`;
}

function renderRow(taskResult: TaskResult, id: string, cellsWidth: number): string {
  const { attempts, passedCount, scoredCount, unscoredCount, passRate } = taskResult;
  const cells = [
    id,
    attempts.map(toGlyph).join("").padEnd(cellsWidth),
    `${passedCount}/${scoredCount}`,
    passRate === null ? "-" : formatNumber(passRate, 2),
    ...(taskResult.inLearningZone ? ["learning zone"] : []),
    ...(unscoredCount > 0 ? [`${unscoredCount} unscored`] : []),
  ];
  return `  ${cells.join("   ")}`;
}

function toGlyph({ score }: AttemptResult): string {
  if (score === null) return unscored;
  return score.passed ? passed : failed;
}

function renderFooter(result: Grid): string[] {
  const attempts = result.taskResults.flatMap((taskResult) => taskResult.attempts);
  const end = describeEnd(result);
  return [...(end === null ? [] : [`  ${end}`]), ...firstTrouble(attempts)];
}

/** Why something has no verdict: an error if there is one, else what a scorer said. */
function firstTrouble(attempts: readonly AttemptResult[]): string[] {
  if (attempts.every(({ score }) => score !== null)) return [];
  const firstError = attempts.find(({ error }) => error)?.error;
  if (firstError) return [`  first error: ${toSafeLine(firstError)}`];
  const firstUnscored = attempts.find(({ score, unscored }) => score === null && unscored?.reason);
  const reason = firstUnscored?.unscored?.reason;
  return reason ? [`  first unscored: ${toSafeLine(reason)}`] : [];
}
