import { invalidArgument } from "@rollouts/core";
import type { GateVerdict } from "./gate-verdict.ts";

/** Refuses what `checkGates` did not give. */
export function checkVerdict(verdict: unknown): void {
  const found = verdict as Partial<GateVerdict> | null | undefined;
  if (Array.isArray(found?.checks) && typeof found.outcome === "string") return;
  throw invalidArgument("verdict", "what checkGates(result, limits) gives", verdict);
}
