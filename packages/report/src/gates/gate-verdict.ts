/**
 * What a check came to. `not enough evidence`: what it asks for was not measured, or too little of it;
 * that is never a pass.
 */
export type GateOutcome = "passed" | "failed" | "not enough evidence";

/** One thing that a result was held to. */
export interface GateCheck {
  /** The option that asked for it; `evidence`, that something was scored, is always asked for. */
  readonly name: "evidence" | "minPassRate" | "minTaskRate" | "minCoverage" | "maxDrop";
  /** The limit: a number of scored attempts for `evidence`, else from 0 to 1. */
  readonly wanted: number;
  /** What the result has, in the unit of `wanted`; `null` when it is unknown. */
  readonly found: number | null;
  readonly outcome: GateOutcome;
  /** True for the outcome `passed` alone. */
  readonly passed: boolean;
  /** In one sentence, safe to print. */
  readonly reason: string;
}

/** What all checks came to, as plain data. */
export interface GateVerdict {
  readonly passed: boolean;
  /** `not enough evidence` if a check says so, else `failed` if one does. */
  readonly outcome: GateOutcome;
  readonly checks: readonly GateCheck[];
}
