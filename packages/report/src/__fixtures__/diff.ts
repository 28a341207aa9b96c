import type { ResultDiff } from "@rollouts/core";

/** A comparison, which a test changes as it needs. */
export function exampleDiff(facts: Partial<ResultDiff> = {}): ResultDiff {
  return {
    env: "async",
    policyChanged: true,
    agentChanged: false,
    rows: [],
    improved: [],
    regressed: [],
    unmatchedCurrent: [],
    unmatchedBaseline: [],
    changed: [],
    unmeasured: [],
    flips: { toPass: [], toFail: [] },
    coverage: 1,
    minEffect: 0,
    difference: null,
    withheldReason: "no task was measured on both sides",
    verdict: "not enough evidence",
    warnings: [],
    ...facts,
  };
}

export const exampleDifference = {
  mean: -0.125,
  se: 0.1,
  low: -0.5,
  high: 0.25,
  taskCount: 4,
  unpairedSe: 0.2,
  wins: 1,
  losses: 2,
  ties: 1,
};
