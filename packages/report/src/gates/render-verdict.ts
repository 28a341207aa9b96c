import { formatNumber } from "@rollouts/core";
import { toSafeText } from "../safe-text.ts";
import { checkVerdict } from "./check-verdict.ts";
import type { GateVerdict } from "./gate-verdict.ts";

/**
 * Shows what `checkGates` found as plain text, a line for the whole and one for each check, without
 * a newline at its end.
 *
 * @throws InvalidArgumentError for what is no verdict.
 */
export function renderVerdict(verdict: GateVerdict): string {
  checkVerdict(verdict);
  return toSafeText([
    `gates: ${verdict.outcome}`,
    ...verdict.checks.map(({ name, outcome, reason }) => `  ${name}: ${outcome}: ${reason}`),
  ]);
}

/** A limit or what was found: a count as it is, a rate with two decimals, and `-` for unknown. */
export function formatGateValue(value: number | null, name: string): string {
  if (value === null) return "-";
  return name === "evidence" ? String(value) : formatNumber(value, 2);
}
