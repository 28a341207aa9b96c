import { type AttemptResult, type RolloutResult, toSafeLine } from "@rollouts/core";

type State = "passed" | "failed" | "unscored";

/** An attempt on which a new scorer has another verdict. */
export interface ChangedVerdict {
  readonly taskId: string;
  readonly attemptIndex: number;
  readonly before: State;
  readonly after: State;
}

/** Attempts whose verdict changed, in the order of the result. */
export function changedVerdicts(before: RolloutResult, after: RolloutResult): ChangedVerdict[] {
  return before.taskResults.flatMap(({ attempts }, index) =>
    attempts.flatMap((attempt, position) => {
      const renewed = after.taskResults[index]?.attempts[position];
      if (renewed === undefined || stateOf(renewed) === stateOf(attempt)) return [];
      const { taskId, attemptIndex } = attempt;
      return [{ taskId, attemptIndex, before: stateOf(attempt), after: stateOf(renewed) }];
    }),
  );
}

function stateOf({ score }: AttemptResult): State {
  if (score === null) return "unscored";
  return score.passed ? "passed" : "failed";
}

/** How many attempts went from one state to another, such as `failed -> passed`. */
export function countChanges(changed: readonly ChangedVerdict[]): Record<string, number> {
  const entries = [...byChange(changed)].map(([change, { length }]) => [change, length]);
  return Object.fromEntries(entries);
}

/** Attempts in a list, before the rest is counted. */
const maxShown = 20;

/** A line for a person with the counts, and one with the attempts of each kind of change. */
export function renderChanges(changed: readonly ChangedVerdict[]): string[] {
  const groups = [...byChange(changed)];
  const counts = groups.map(([change, { length }]) => `${length} ${change}`);
  return [
    `changed verdicts: ${counts.length === 0 ? "none" : counts.join(", ")}`,
    ...groups.map(([change, members]) => {
      const shown = members
        .slice(0, maxShown)
        .map(({ taskId, attemptIndex }) => `${toSafeLine(taskId)}/${attemptIndex}`);
      const hidden = members.length - shown.length;
      return `  ${change}: ${shown.join(", ")}${hidden > 0 ? ` and ${hidden} more` : ""}`;
    }),
  ];
}

function byChange(changed: readonly ChangedVerdict[]): Map<string, ChangedVerdict[]> {
  const groups = new Map<string, ChangedVerdict[]>();
  for (const each of changed) {
    const change = `${each.before} -> ${each.after}`;
    const group = groups.get(change);
    if (group === undefined) groups.set(change, [each]);
    else group.push(each);
  }
  return groups;
}
