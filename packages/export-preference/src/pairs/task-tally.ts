import type { WriteOutcome } from "../files/row-writer.ts";
import type { Formed } from "./form-pairs.ts";
import type { NoPair, NoPairReason } from "./no-pair-reason.ts";
import type { PairFacts } from "./preference-report.ts";

const maxNoPairs = 100;

/** What came of a pair that was formed; `identical` when its row would have shown no difference. */
export type PairOutcome = WriteOutcome | "identical";

/** What came of the attempts of one task. */
export interface TaskOutcome {
  readonly taskId: string;
  readonly candidateCount: number;
  readonly formed: Formed;
  /** One for each pair that was formed. */
  readonly outcomes: readonly PairOutcome[];
}

export type TaskFacts = Pick<
  PairFacts,
  | "paired"
  | "unpaired"
  | "mergedAttempts"
  | "contradictory"
  | "tasks"
  | "tasksWithPairs"
  | "tasksWithoutPairs"
  | "noPairs"
  | "formed"
>;

/** Counts tasks with and without pairs, and the attempts of the former. */
export class TaskTally {
  readonly #counts = {
    paired: 0,
    unpaired: 0,
    mergedAttempts: 0,
    contradictory: 0,
    tasks: 0,
    tasksWithPairs: 0,
  };
  readonly #reasons: Partial<Record<NoPairReason, number>> = {};
  readonly #noPairs: NoPair[] = [];
  #formed = 0;

  countHoldout(taskId: string): void {
    this.#counts.tasks += 1;
    this.#countWithout({ taskId, ...nowhere("holdout", "the task is held out") });
  }

  count({ taskId, candidateCount, formed, outcomes }: TaskOutcome): void {
    const written = formed.pairs.filter((_, index) => outcomes[index] === "written");
    const used = new Set(written.flatMap(({ chosen, rejected }) => [chosen, rejected]));
    this.#formed += outcomes.filter((outcome) => outcome !== "identical").length;
    this.#counts.tasks += 1;
    this.#counts.paired += used.size;
    this.#counts.mergedAttempts += formed.mergedCount;
    this.#counts.contradictory += formed.contradictoryCount;
    const counted = used.size + formed.mergedCount + formed.contradictoryCount;
    this.#counts.unpaired += candidateCount - counted;
    if (written.length > 0) this.#counts.tasksWithPairs += 1;
    else if (formed.noPair !== null) this.#countWithout({ taskId, ...formed.noPair });
    else this.#countWithout({ taskId, ...dropped(outcomes) });
  }

  #countWithout(noPair: NoPair): void {
    const { reason } = noPair;
    this.#reasons[reason] = (this.#reasons[reason] ?? 0) + 1;
    if (this.#noPairs.length < maxNoPairs) this.#noPairs.push(noPair);
  }

  facts(): TaskFacts {
    return {
      ...this.#counts,
      tasksWithoutPairs: this.#reasons,
      noPairs: this.#noPairs,
      formed: this.#formed,
    };
  }
}

function dropped(outcomes: readonly PairOutcome[]): Omit<NoPair, "taskId"> {
  if (outcomes.includes("over-cap")) return nowhere("over-cap", "the file was full");
  if (outcomes.includes("duplicate")) return nowhere("duplicate", "its rows are there already");
  return nowhere("identical", "both answers of a row would be the same");
}

function nowhere(reason: NoPairReason, fault: string): Omit<NoPair, "taskId"> {
  return { reason, attemptIndex: null, rejectedAttemptIndex: null, message: null, fault };
}
