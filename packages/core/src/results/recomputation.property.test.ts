import fc from "fast-check";
import { expect, it } from "vitest";
import { headerOf, taskOf } from "../__fixtures__/results.ts";
import { meanPassAtK, meanPassHatK, RolloutResult } from "../index.ts";

/** A fraction of whole numbers, so that this second implementation never rounds before its end. */
class Fraction {
  readonly top: bigint;
  readonly bottom: bigint;

  constructor(top: bigint, bottom: bigint) {
    this.top = top;
    this.bottom = bottom;
  }

  static of(value: number): Fraction {
    return new Fraction(BigInt(value), 1n);
  }

  plus(other: Fraction): Fraction {
    return new Fraction(
      this.top * other.bottom + other.top * this.bottom,
      this.bottom * other.bottom,
    );
  }

  minus(other: Fraction): Fraction {
    return this.plus(new Fraction(-other.top, other.bottom));
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.top * other.top, this.bottom * other.bottom);
  }

  over(other: Fraction): Fraction {
    return new Fraction(this.top * other.bottom, this.bottom * other.top);
  }

  /** To twenty digits, which is more than a number holds. */
  toNumber(): number {
    const digits = 10n ** 20n;
    return Number((this.top * digits) / this.bottom) / 1e20;
  }
}

const zero = Fraction.of(0);
const one = Fraction.of(1);

function sum(fractions: readonly Fraction[]): Fraction {
  return fractions.reduce((total, fraction) => total.plus(fraction), zero);
}

/** `null` stands for what is undefined. */
function mean(fractions: readonly Fraction[]): Fraction | null {
  return fractions.length === 0 ? null : sum(fractions).over(Fraction.of(fractions.length));
}

function choose(n: number, k: number): Fraction {
  let ways = one;
  for (let i = 0; i < k; i++) ways = ways.times(new Fraction(BigInt(n - i), BigInt(i + 1)));
  return k > n ? zero : ways;
}

const count = (letters: string, letter: string) => letters.split(letter).length - 1;

/** What the definitions say of one task, whose attempts are letters as of `taskOf`. */
function taskNumbers(letters: string) {
  const passed = count(letters, "p");
  const scored = passed + count(letters, "f");
  const rate = scored === 0 ? null : Fraction.of(passed).over(Fraction.of(scored));
  return { passed, scored, rate, inZone: passed > 0 && passed < scored };
}

function close(actual: number | null, expected: Fraction | null): void {
  if (expected === null) expect(actual).toBeNull();
  else expect(Math.abs((actual ?? Number.NaN) - expected.toNumber())).toBeLessThan(1e-12);
}

/** The ends of Wilson's interval are the roots of (c/n - p)^2 = z^2 p (1 - p) / n. */
function isWilsonEnd(p: number, passed: number, scored: number): boolean {
  const z = 1.959963984540054;
  const left = (passed / scored - p) ** 2;
  return Math.abs(left - (z * z * p * (1 - p)) / scored) < 1e-12;
}

const grids = fc.integer({ min: 1, max: 8 }).chain((k) =>
  fc.record({
    k: fc.constant(k),
    rows: fc.array(fc.string({ unit: fc.constantFrom("p", "f", "e", "x", "t"), maxLength: k }), {
      maxLength: 6,
    }),
  }),
);

it("Q1 Q2 Q3 Q4 agrees with a second implementation in fractions, on 10,000 random grids", () => {
  fc.assert(
    fc.property(grids, ({ k, rows }) => {
      const taskResults = rows.map((letters, index) => taskOf(`t${index + 1}`, letters));
      const summary = new RolloutResult({ header: headerOf({ k }), taskResults }).summary();
      const tasks = rows.map(taskNumbers);
      const passed = tasks.reduce((total, task) => total + task.passed, 0);
      const scored = tasks.reduce((total, task) => total + task.scored, 0);
      const planned = Fraction.of(k * rows.length);
      const rates = tasks.flatMap(({ rate }) => (rate === null ? [] : [rate]));

      close(summary.passRate, scored === 0 ? null : Fraction.of(passed).over(Fraction.of(scored)));
      if (rows.length === 0) expect([summary.coverage, summary.bounds]).toEqual([null, null]);
      else {
        close(summary.coverage, Fraction.of(scored).over(planned));
        close(summary.bounds?.low ?? null, Fraction.of(passed).over(planned));
        const failed = Fraction.of(scored - passed).over(planned);
        close(summary.bounds?.high ?? null, one.minus(failed));
      }

      for (const [index, { rate, scored: n, passed: c, inZone }] of tasks.entries()) {
        const task = summary.tasks[index];
        close(task?.passRate ?? null, rate);
        expect(task?.learningZone).toBe(inZone);
        if (n === 0) expect(task?.interval).toBeNull();
        else {
          expect(isWilsonEnd(task?.interval?.low ?? Number.NaN, c, n)).toBe(true);
          expect(isWilsonEnd(task?.interval?.high ?? Number.NaN, c, n)).toBe(true);
        }
      }

      const { run } = summary.intervals;
      expect(run.taskCount).toBe(rates.length);
      const centre = mean(rates);
      close(run.mean, centre);
      if (centre === null || rates.length < 2) expect(run.se).toBeNull();
      else {
        const squares = rates.map((rate) => rate.minus(centre).times(rate.minus(centre)));
        const freedom = Fraction.of((rates.length - 1) * rates.length);
        close((run.se ?? Number.NaN) ** 2, sum(squares).over(freedom));
      }

      for (let size = 1; size <= k + 1; size++) {
        const enough = tasks.filter(({ scored: n }) => n >= size);
        const atK = enough.map(({ scored: n, passed: c }) =>
          one.minus(choose(n - c, size).over(choose(n, size))),
        );
        const hatK = enough.map(({ scored: n, passed: c }) =>
          choose(c, size).over(choose(n, size)),
        );
        expect(meanPassAtK(taskResults, size).taskCount).toBe(enough.length);
        close(meanPassAtK(taskResults, size).value, mean(atK));
        close(meanPassHatK(taskResults, size).value, mean(hatK));
      }
    }),
    { numRuns: 10_000 },
  );
}, 120_000);
