import type { ResultHeader } from "@rollouts/core";
import type { PlanSettings } from "../options/plan-options.ts";
import type { Preparation } from "./prepare.ts";

/** What a run sets out to do. */
export function toHeader(
  env: string,
  { k, seed }: PlanSettings,
  { environment, policy, isolation }: Preparation,
): ResultHeader {
  return {
    env,
    k,
    seed,
    envFingerprint: environment?.fingerprint ?? null,
    policyFingerprint: policy?.fingerprint ?? null,
    envParts: environment?.parts ?? {},
    policyParts: policy?.parts ?? {},
    isolation,
    end: null,
  };
}
