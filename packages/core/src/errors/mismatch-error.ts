import type { Advice } from "./advice.ts";
import { RolloutsError } from "./rollouts-error.ts";

/** Two results must not be compared, or one not be continued: they do not measure the same. */
export class MismatchError extends RolloutsError<"mismatch"> {
  /**
   * Names of the parts of the environment that differ, and of the policy (`policy.model`); empty when
   * that cannot be told.
   */
  readonly parts: readonly string[];
  readonly currentFingerprint: string | null;
  readonly baselineFingerprint: string | null;

  constructor(options: {
    parts: readonly string[];
    currentFingerprint: string | null;
    baselineFingerprint: string | null;
    message: string;
    advice?: Advice | undefined;
    cause?: unknown;
  }) {
    super({ ...options, code: "mismatch" });
    this.name = "MismatchError";
    this.parts = options.parts;
    this.currentFingerprint = options.currentFingerprint;
    this.baselineFingerprint = options.baselineFingerprint;
  }
}
