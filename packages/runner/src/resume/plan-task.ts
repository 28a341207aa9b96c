import type { AttemptResult } from "@rollouts/core";
import type { ResumeReason, ResumeStep } from "../events/resume-explanation.ts";
import type { RetryStored } from "../options/retry-stored.ts";
import { decideFate } from "./stored-attempt-fate.ts";

/** What is left to do of one task. */
export interface TaskPlan {
  /** Indexes of the attempts that are to run, in order. */
  readonly owed: ReadonlySet<number>;
  /** Indexes of the attempts that are only scored again. */
  readonly rescores: ReadonlySet<number>;
  /** Evidence of earlier tries at attempts that are to run, by index. */
  readonly earlier: ReadonlyMap<number, EarlierTries>;
  readonly steps: readonly ResumeStep[];
}

export type EarlierTries = Pick<AttemptResult, "tries" | "modelRetries">;

/** What the sink has of a task. */
export interface StoredTask {
  /** What the plan of before says of the task. */
  readonly standing: "new" | "other-input" | "same";
  readonly attempts: AsyncIterable<AttemptResult> | "complete";
  readonly keep: (attempt: AttemptResult) => void;
}

export interface TaskRules {
  readonly retryStored: RetryStored;
  readonly k: number;
  /** That of the plan before. */
  readonly storedK: number;
}

const nothing: TaskPlan = { owed: new Set(), rescores: new Set(), earlier: new Map(), steps: [] };

/** Decides what becomes of the `k` attempts of a task. */
export async function planTask(
  taskId: string,
  { attempts, standing, keep }: StoredTask,
  rules: TaskRules,
): Promise<TaskPlan> {
  if (attempts === "complete") return nothing;
  const rescores = new Set<number>();
  const earlier = new Map<number, EarlierTries>();
  const steps = createSteps(taskId);
  const settled = new Set<number>();
  for await (const attempt of attempts) {
    const { attemptIndex, tries, modelRetries } = attempt;
    const fate = decideFate(attempt, rules.retryStored);
    keep(attempt);
    if (fate.action === "run") earlier.set(attemptIndex, { tries, modelRetries });
    else settled.add(attemptIndex);
    if (fate.action === "rescore") rescores.add(attemptIndex);
    if (fate.action !== "keep") steps.add(fate.action, fate.reason, attemptIndex);
  }
  const owed = new Set<number>();
  for (let attemptIndex = 0; attemptIndex < rules.k; attemptIndex++) {
    if (settled.has(attemptIndex)) continue;
    owed.add(attemptIndex);
    if (earlier.has(attemptIndex)) continue;
    steps.add("run", whyMissing(standing, attemptIndex, rules), attemptIndex);
  }
  return { owed, rescores, earlier, steps: steps.all() };
}

function whyMissing(
  standing: StoredTask["standing"],
  attemptIndex: number,
  { storedK }: TaskRules,
): ResumeReason {
  if (standing === "new") return "new-task";
  if (standing === "other-input") return "other-input";
  return attemptIndex < storedK ? "not-finished" : "raised-k";
}

/** Gathers the attempts of a task to which the same happens. */
function createSteps(taskId: string) {
  const indexes = new Map<string, number[]>();
  const steps: ResumeStep[] = [];
  return {
    add(action: ResumeStep["action"], reason: ResumeReason, attemptIndex: number): void {
      const key = `${action} ${reason}`;
      const known = indexes.get(key);
      if (known !== undefined) {
        known.push(attemptIndex);
        return;
      }
      const attemptIndexes = [attemptIndex];
      indexes.set(key, attemptIndexes);
      steps.push({ taskId, action, reason, attemptIndexes });
    },
    all: (): readonly ResumeStep[] => steps,
  };
}
