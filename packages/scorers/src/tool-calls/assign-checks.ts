/** Which executions would satisfy a check, by position: `fits(check, execution)`. */
export type Fits = (check: number, execution: number) => boolean;

/**
 * Gives as many checks as possible an execution of their own, and returns the checks that got one.
 *
 * Without an order, that is a maximum matching between checks and executions, so neither the order of
 * the checks nor that of the executions changes how many are satisfied.
 *
 * `groups` puts the executions in order: a later check never gets an execution of an earlier group
 * than an earlier check has. Within a group any order will do. One group of all is no order at all.
 */
export function assignChecks(
  checkCount: number,
  groups: readonly (readonly number[])[],
  fits: Fits,
): ReadonlySet<number> {
  // best[n]: the most of the first n checks that the groups so far satisfy.
  let best = Array.from({ length: checkCount + 1 }, (): readonly number[] => []);
  for (const group of groups) best = withGroup(best, group, fits);
  return new Set(best[checkCount]);
}

/** For each number of checks: the earlier groups satisfy the first of them, this one the rest. */
function withGroup(
  best: readonly (readonly number[])[],
  group: readonly number[],
  fits: Fits,
): (readonly number[])[] {
  const next = [...best];
  for (const [start, before] of best.entries()) {
    // From a later start the group has fewer checks to choose from, so it must bring more with it.
    if (start > 0 && before.length === best[start - 1]?.length) continue;
    const matching = createMatching(group, fits);
    for (let check = start; check < best.length - 1; check++) {
      if (!matching.add(check)) continue;
      const total = before.length + matching.size();
      if (total > sizeAt(next, check + 1)) next[check + 1] = [...before, ...matching.checks()];
      if (matching.size() === group.length) break;
    }
  }
  for (let count = 1; count < next.length; count++) {
    const fewer = next[count - 1] ?? [];
    if (fewer.length > sizeAt(next, count)) next[count] = fewer;
  }
  return next;
}

function sizeAt(lists: readonly (readonly number[])[], index: number): number {
  return lists[index]?.length ?? 0;
}
/** A maximum matching that grows by one check at a time, by augmenting paths. */
function createMatching(executions: readonly number[], fits: Fits) {
  const checkOf = new Map<number, number>();

  /** Finds the check an execution, moving checks that have one already to others. */
  function place(check: number, tried: Set<number>): boolean {
    for (const execution of executions) {
      if (tried.has(execution) || !fits(check, execution)) continue;
      tried.add(execution);
      const holder = checkOf.get(execution);
      if (holder === undefined || place(holder, tried)) {
        checkOf.set(execution, check);
        return true;
      }
    }
    return false;
  }

  return {
    /** False when there is no execution for it; then there never will be, as others only take more. */
    add: (check: number) => place(check, new Set()),
    size: () => checkOf.size,
    checks: () => [...checkOf.values()].sort((a, b) => a - b),
  };
}
