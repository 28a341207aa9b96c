import { type CompletedRun, checkCopyable, frozenClone } from "@rollouts/core";

/**
 * A copy that nobody can change, as scorers get it in a run, so that one which does fails here too. A
 * value that has no true copy, since an instance of a class is in it, stays as it is.
 */
export function frozenCopy<Value>(value: Value): Value {
  try {
    checkCopyable(value, "value");
  } catch {
    return value;
  }
  return frozenClone(value);
}

/** The same of a run, member by member: an output that has no copy costs the other members nothing. */
export function frozenRun<Output>(run: CompletedRun<Output>): CompletedRun<Output> {
  const members = Object.entries(run).map(([key, member]) => [key, frozenCopy(member)]);
  return Object.freeze(Object.fromEntries(members)) as CompletedRun<Output>;
}
