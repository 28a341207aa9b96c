import type { AttemptResult, TaskResult } from "@rollouts/core";
import { attemptFacts } from "../attempt-facts.ts";
import { attemptLines, taskLines } from "../attempt-lines.ts";
import { clipName } from "../clip.ts";
import { formatRate } from "../pass-rate-text.ts";
import { formatInterval } from "../result-facts.ts";
import { glyphs, verdictOf } from "../verdict-glyph.ts";
import { type ShowLines, toHtmlText } from "./html-text.ts";

/** The row of a task in the grid; each sign leads to its attempt. */
export function taskRow(taskResult: TaskResult, position: number): string {
  const { attempts, passedCount, scoredCount, unscoredCount } = taskResult;
  const signs = attempts.map((attempt) => {
    const verdict = verdictOf(attempt);
    const label = `attempt ${attempt.attemptIndex}: ${verdict}`;
    return `<a class="${verdict}" href="#${anchor(position, attempt)}" title="${label}" aria-label="${label}">${glyphs[verdict]}</a>`;
  });
  const cells = [
    `<th scope="row"><a href="#t${position}">${nameOf(taskResult)}</a></th>`,
    `<td class="mono grid">${signs.join("") || "-"}</td>`,
    ...[
      `${passedCount}/${scoredCount}`,
      formatRate(taskResult.passRate),
      formatInterval(taskResult.interval),
      String(unscoredCount),
      taskResult.inLearningZone ? "learning zone" : "",
    ].map((cell) => `<td>${cell}</td>`),
  ];
  return `<tr${marks(taskResult, position)}>${cells.join("")}</tr>`;
}

/** What a task asked, and its attempts, each behind its verdict. */
export function taskSection(
  taskResult: TaskResult,
  position: number,
  showLines: ShowLines,
): string {
  const { attempts, task } = taskResult;
  return [
    `<section${marks(taskResult, position)} id="t${position}">`,
    `<h3>${nameOf(taskResult)}</h3>`,
    `<pre>${showLines(taskLines(task))}</pre>`,
    ...attempts.map((attempt) => attemptDetails(attempt, position, showLines)),
    ...(attempts.length === 0 ? ["<p>No attempt ran.</p>"] : []),
    "</section>",
  ].join("\n");
}

/** The anchor stands within, since browsers open what is closed around the target of a link. */
function attemptDetails(attempt: AttemptResult, position: number, showLines: ShowLines): string {
  const verdict = verdictOf(attempt);
  const head = `<span class="${verdict}">${glyphs[verdict]}</span> attempt ${attempt.attemptIndex}: ${toHtmlText(attemptFacts(attempt))}`;
  return [
    `<details data-verdict="${verdict}"><summary>${head}</summary>`,
    `<pre id="${anchor(position, attempt)}">${showLines(attemptLines(attempt))}</pre></details>`,
  ].join("");
}

/** What the filters go by. */
function marks(taskResult: TaskResult, position: number): string {
  const verdicts = [...new Set(taskResult.attempts.map(verdictOf))].join(" ");
  const zone = taskResult.inLearningZone ? "yes" : "no";
  return ` data-task="${nameOf(taskResult)}" data-position="${position}" data-verdicts="${verdicts}" data-zone="${zone}"`;
}

function nameOf({ task }: TaskResult): string {
  return toHtmlText(clipName(task.id, 200));
}

function anchor(position: number, { attemptIndex }: AttemptResult): string {
  return `t${position}-a${attemptIndex}`;
}
