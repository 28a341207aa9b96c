import { invalidArgument, isPlainObject, type RolloutResult } from "@rollouts/core";
import { expect } from "vitest";
import { checkGates } from "./gates/check-gates.ts";
import { type GateOptions, hasLimit } from "./gates/gate-options.ts";
import { renderVerdict } from "./gates/render-verdict.ts";

export type { GateOptions } from "./gates/gate-options.ts";

declare module "vitest" {
  interface Matchers<T> {
    /**
     * Passes when a result keeps to all limits, as `checkGates` of `@rollouts/report` finds. Nothing
     * scored never passes, also not behind `not`.
     */
    toPassRollouts(limits: GateOptions): void;
  }
}

expect.extend({
  toPassRollouts(result: RolloutResult, limits: GateOptions) {
    if (!isPlainObject(limits) || !hasLimit(limits)) {
      throw invalidArgument(
        "limits",
        "given at least one of minPassRate, minTaskRate, minCoverage and maxDrop",
        limits,
      );
    }
    const verdict = checkGates(result, limits);
    const isUnknown = verdict.outcome === "not enough evidence";
    return {
      // What is unknown is neither: it fails here, and behind `not` as well.
      pass: verdict.passed || (isUnknown && this.isNot),
      message: () => renderVerdict(verdict),
    };
  },
});
