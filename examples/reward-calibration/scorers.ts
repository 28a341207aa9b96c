import type { AnsweredRun } from "@rollouts/core";

/** A tempting shortcut: an answer passes when the number stands somewhere in it. */
export function mentionsNumber(run: AnsweredRun<string>, expected: number): boolean {
  return run.output.includes(String(expected));
}

/** The number must stand by itself, and the answer must not deny it. */
export function statesNumber(run: AnsweredRun<string>, expected: number): boolean {
  const numbers: string[] = run.output.match(/\d+/g) ?? [];
  return numbers.includes(String(expected)) && !/\bnot\b/i.test(run.output);
}
