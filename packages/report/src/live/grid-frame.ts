import { formatNumber } from "@rollouts/core";
import stringWidth from "string-width";
import { clipName } from "../clip.ts";
import { passRateText } from "../pass-rate-text.ts";
import { glyphs } from "../verdict-glyph.ts";
import { listErrors } from "./error-list.ts";
import { fitWidth, padWidth } from "./fit-width.ts";
import { paintGlyphs } from "./paint-glyphs.ts";
import type { RunProgress, TaskProgress } from "./run-progress.ts";

export interface FrameSize {
  readonly columns: number;
  readonly rows: number;
  readonly isColoured: boolean;
}

/**
 * The lines of the live grid, fewer than the terminal has rows and each shorter than its columns, so
 * that nothing wraps or scrolls: a header, the tasks that fit, and a summary of all.
 */
export function gridFrame(progress: RunProgress, size: FrameSize): string[] {
  const width = size.columns - 1;
  // Below the frame one row stays free for the cursor.
  const rowCount = size.rows - 1 - footerOf(progress, 1).length;
  const header = fitWidth(headerOf(progress, width), width);
  if (rowCount < 2) return size.rows < 2 ? [] : [header];
  const shown = chooseTasks(progress, rowCount - 1);
  const taskCount = Math.max(progress.tasks.length, Math.ceil(progress.plannedCount / progress.k));
  return [
    header,
    ...taskRows(shown, progress.k, { ...size, columns: width }),
    ...footerOf(progress, taskCount - shown.length, shown).map((line) => fitWidth(line, width)),
  ];
}

/** The gap of the grid, or what a narrow terminal leaves of it. */
function headerOf({ env, k, endedCount, plannedCount }: RunProgress, width: number): string {
  const name = clipName(env, 60);
  const facts = `k=${k} · ${endedCount}/${plannedCount} attempts`;
  const gap = Math.max(2, Math.min(17, width - stringWidth(name) - facts.length));
  return `${name}${" ".repeat(gap)}${facts}`;
}

/** All tasks that started if they fit, else those at work and the latest others. */
function chooseTasks({ tasks, runningTasks }: RunProgress, count: number): TaskProgress[] {
  if (tasks.length <= count) return tasks;
  const chosen = new Set([...runningTasks].slice(0, count));
  for (let index = tasks.length - 1; index >= 0 && chosen.size < count; index -= 1) {
    const task = tasks[index];
    if (task !== undefined) chosen.add(task);
  }
  return tasks.filter((task) => chosen.has(task));
}

function taskRows(tasks: readonly TaskProgress[], k: number, size: FrameSize): string[] {
  const ids = tasks.map(({ id }) => fitWidth(clipName(id, 200), Math.max(8, size.columns >> 1)));
  const idWidth = ids.reduce((widest, id) => Math.max(widest, stringWidth(id)), 0);
  const tails = tasks.map(tailOf);
  const tailWidth = tails.reduce((widest, tail) => Math.max(widest, tail.length), 0);
  const signCount = Math.max(0, Math.min(k, size.columns - idWidth - tailWidth - 8));
  return tasks.map((task, index) => {
    const before = `  ${padWidth(ids[index] ?? "", idWidth)}   `;
    const signs = signsOf(task, k, signCount);
    const line = fitWidth(`${before}${signs}   ${tails[index] ?? ""}`, size.columns);
    return size.isColoured ? paintGlyphs(line, before.length, signs.length) : line;
  });
}

/** A space for what has not ended yet. */
function signsOf({ verdicts }: TaskProgress, k: number, count: number): string {
  const signs = Array.from({ length: count }, (_, index) => {
    const verdict = verdicts[index];
    return verdict === undefined ? " " : glyphs[verdict];
  });
  if (count > 0 && count < k) signs[count - 1] = "…";
  return signs.join("");
}

function tailOf({ passedCount, failedCount, unscoredCount }: TaskProgress): string {
  const scoredCount = passedCount + failedCount;
  const rate = scoredCount === 0 ? "-" : formatNumber(passedCount / scoredCount, 2);
  const cells = [`${passedCount}/${scoredCount}`, rate];
  return [...cells, ...(unscoredCount > 0 ? [`${unscoredCount} unscored`] : [])].join("   ");
}

function footerOf(
  progress: RunProgress,
  hiddenCount: number,
  shown: readonly TaskProgress[] = [],
): string[] {
  const { counts, errors } = progress;
  const scoredCount = counts.passed + counts.failed;
  const passRate = scoredCount === 0 ? null : counts.passed / scoredCount;
  const { keptCount } = progress;
  const plannedCount = progress.plannedCount - keptCount;
  const kept = keptCount === 0 ? "" : `, ${keptCount} kept from before`;
  return [
    ...(hiddenCount > 0 ? [hiddenLine(progress, hiddenCount, shown)] : []),
    `  pass rate so far: ${passRateText({ passRate, scoredCount, plannedCount }, kept)}`,
    ...(errors.size > 0 ? [`  without a verdict: ${listErrors(errors)}`] : []),
    ...(counts.warnings > 0 ? [`  warnings: ${counts.warnings}`] : []),
  ];
}

function hiddenLine(
  { k, tasks, runningTasks, counts, keptCount }: RunProgress,
  hiddenCount: number,
  shown: readonly TaskProgress[],
): string {
  const isDone = (task: TaskProgress) =>
    task.passedCount + task.failedCount + task.unscoredCount === k;
  const runningCount = runningTasks.size - shown.filter((task) => runningTasks.has(task)).length;
  // Nobody tells of which tasks the kept attempts are, so what has not started here may be done.
  if (keptCount > 0) return `  tasks not shown: ${hiddenCount} (${runningCount} running)`;
  const doneCount = counts.doneTasks - shown.filter(isDone).length;
  const startedCount = tasks.length - shown.length;
  const states = [
    `${doneCount} done`,
    `${runningCount} running`,
    `${hiddenCount - startedCount} not started`,
  ];
  return `  tasks not shown: ${hiddenCount} (${states.join(", ")})`;
}
