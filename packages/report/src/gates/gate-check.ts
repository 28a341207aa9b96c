import { formatNumber } from "@rollouts/core";
import type { GateCheck, GateOutcome } from "./gate-verdict.ts";

/** Rates that differ by no more than this are equal: the rest is rounding. */
export const rateTolerance = 1e-9;

export function toCheck(facts: Omit<GateCheck, "passed">): GateCheck {
  return { ...facts, passed: facts.outcome === "passed" };
}

/** A rate that must not lie below a limit; `null` is not enough evidence. */
export function outcomeOfFloor(found: number | null, wanted: number): GateOutcome {
  if (found === null) return "not enough evidence";
  return found >= wanted - rateTolerance ? "passed" : "failed";
}

/** `found` and `wanted` with as many decimals as it takes to tell them apart, two or more. */
export function formatBoth(found: number, wanted: number): readonly [string, string] {
  let decimals = 2;
  while (decimals < 9 && formatNumber(found, decimals) === formatNumber(wanted, decimals)) {
    decimals += 1;
  }
  if (Math.abs(found - wanted) <= rateTolerance) decimals = 2;
  return [formatNumber(found, decimals), formatNumber(wanted, decimals)];
}
