import type { AttemptResult } from "@rollouts/core";
import type { EarlierTries } from "./plan-task.ts";

/** The attempt with the evidence of what was tried in earlier runs, which comes first. */
export function withEarlierTries<Output>(
  attempt: AttemptResult<Output>,
  earlier: EarlierTries | undefined,
): AttemptResult<Output> {
  if (earlier === undefined) return attempt;
  const modelRetries = addCounts(earlier.modelRetries, attempt.modelRetries);
  return {
    ...attempt,
    tries: [...earlier.tries, ...attempt.tries],
    ...(modelRetries === undefined ? {} : { modelRetries }),
  };
}

type Counts = AttemptResult["modelRetries"];

function addCounts(one: Counts, other: Counts): Counts {
  if (one === undefined || other === undefined) return one ?? other;
  const sums = new Map(Object.entries(one));
  for (const [name, count] of Object.entries(other)) sums.set(name, (sums.get(name) ?? 0) + count);
  return Object.fromEntries(sums);
}
