import { addUsage, type Usage } from "@rollouts/core";
import type { LineFacts } from "../format/line-head.ts";

/** What the attempts at one task input add up to, as far as it does not depend on their order. */
export interface Tally {
  agentUsage: Usage | null;
  scorerUsage: Usage | null;
  unreportedCount: number;
  /** Of the first attempt. */
  readonly judgedBy: string;
  /** False when a summary needs the lines: for metrics, retries, rescores, fractions of dollars. */
  isEnough: boolean;
}

/** Adds up what summaries need, line by line, so that most need no second look at the file. */
export class Tallies {
  /** By task input. */
  readonly #tallies: Tally[] = [];

  add(taskInput: number, line: LineFacts): void {
    const tally = this.#tallyOf(taskInput, line.judgedBy);
    const { usage, scorerUsage } = line;
    const fits =
      line.type === "attempt" &&
      line.judgedBy === tally.judgedBy &&
      !line.hasMore &&
      isWhole(usage) &&
      isWhole(scorerUsage);
    if (!fits) tally.isEnough = false;
    if (!tally.isEnough) return;
    tally.agentUsage = addTo(tally.agentUsage, usage);
    tally.scorerUsage = addTo(tally.scorerUsage, scorerUsage);
    if (usage === undefined) tally.unreportedCount += 1;
  }

  of(taskInput: number): Tally | undefined {
    return this.#tallies[taskInput];
  }

  #tallyOf(taskInput: number, judgedBy: string): Tally {
    const known = this.#tallies[taskInput];
    if (known !== undefined) return known;
    const tally: Tally = {
      agentUsage: null,
      scorerUsage: null,
      unreportedCount: 0,
      // A copy: the text itself would keep the line that it is a part of in memory.
      judgedBy: Buffer.from(judgedBy).toString(),
      isEnough: true,
    };
    this.#tallies[taskInput] = tally;
    return tally;
  }
}

function addTo(sum: Usage | null, usage: Usage | undefined): Usage | null {
  if (usage === undefined) return sum;
  return sum === null ? usage : addUsage(sum, usage);
}

/** Sums of fractions depend on the order in which they are added. */
function isWhole(usage: Usage | undefined): boolean {
  for (const member in usage) {
    if (!Number.isSafeInteger(usage[member as keyof Usage])) return false;
  }
  return true;
}
