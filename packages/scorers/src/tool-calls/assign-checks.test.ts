import fc from "fast-check";
import { expect, it } from "vitest";
import { assignChecks } from "./assign-checks.ts";

interface Problem {
  /** `fits[check][execution]` */
  readonly fits: readonly (readonly boolean[])[];
  /** Sizes of the groups, in order. */
  readonly sizes: readonly number[];
}

const maxChecks = 5;
const problems = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 4 }).chain((sizes) => {
  const executionCount = sizes.reduce((sum, size) => sum + size, 0);
  const row = fc.array(fc.boolean(), { minLength: executionCount, maxLength: executionCount });
  return fc.record({ fits: fc.array(row, { maxLength: maxChecks }), sizes: fc.constant(sizes) });
});

function groupsOf(sizes: readonly number[]): number[][] {
  let next = 0;
  return sizes.map((size) => Array.from({ length: size }, () => next++));
}

function assign({ fits, sizes }: Problem): ReadonlySet<number> {
  return assignChecks(
    fits.length,
    groupsOf(sizes),
    (check, execution) => fits[check]?.[execution] === true,
  );
}

/** Tries everything: each check in turn goes without, or takes any execution that the rules leave. */
function bruteForce({ fits, sizes }: Problem): number {
  const groupOf = groupsOf(sizes).flatMap((group, index) => group.map(() => index));
  const search = (check: number, taken: readonly number[], earliest: number): number => {
    const row = fits[check];
    if (row === undefined) return taken.length;
    const choices = row.flatMap((isFit, execution) => {
      const group = groupOf[execution] ?? 0;
      if (!isFit || taken.includes(execution) || group < earliest) return [];
      return [search(check + 1, [...taken, execution], group)];
    });
    return Math.max(search(check + 1, taken, earliest), ...choices);
  };
  return search(0, [], 0);
}

it("K4 satisfies as many checks as any assignment can, in whatever groups", () => {
  fc.assert(
    fc.property(problems, (problem) => {
      expect(assign(problem).size).toBe(bruteForce(problem));
    }),
    { numRuns: 2000 },
  );
});

it("the checks that it names can all be satisfied together", () => {
  fc.assert(
    fc.property(problems, ({ fits, sizes }) => {
      const satisfied = [...assign({ fits, sizes })].sort((a, b) => a - b);
      const chosen = satisfied.map((check) => fits[check] ?? []);

      expect(bruteForce({ fits: chosen, sizes })).toBe(satisfied.length);
    }),
  );
});

it("without an order, the order of checks and of executions changes nothing", () => {
  const shuffled = problems
    .map(({ fits, sizes }) => ({ fits, sizes: [sizes.reduce((sum, size) => sum + size, 0)] }))
    .chain((problem) => {
      const columns = [...(problem.fits[0]?.keys() ?? [])];
      const shuffle = <Item>(items: Item[]) =>
        fc.shuffledSubarray(items, { minLength: items.length, maxLength: items.length });
      return fc.tuple(fc.constant(problem), shuffle([...problem.fits]), shuffle(columns));
    });
  fc.assert(
    fc.property(shuffled, ([problem, rows, columns]) => {
      const fits = rows.map((row) => columns.map((column) => row[column] === true));

      expect(assign({ fits, sizes: problem.sizes }).size).toBe(assign(problem).size);
    }),
  );
});

it("takes long runs in little time", () => {
  const groups = Array.from({ length: 5_000 }, (_, index) => [index]);
  const fits = (check: number, execution: number) => execution % 50 === check % 50;

  expect(assignChecks(100, groups, fits).size).toBe(100);
  expect(assignChecks(100, [groups.flat()], fits).size).toBe(100);
  expect(assignChecks(100, groups, (check) => check === 99).size).toBe(1);
}, 60_000);
