import { RolloutsError } from "./rollouts-error.ts";

/** Two results must not be compared: they do not measure the same. */
export class MismatchError extends RolloutsError<"mismatch"> {
  /** Names of the parts of the environment that differ; empty when that cannot be told. */
  readonly parts: readonly string[];
  readonly currentFingerprint: string | null;
  readonly baselineFingerprint: string | null;

  constructor(options: {
    parts: readonly string[];
    currentFingerprint: string | null;
    baselineFingerprint: string | null;
    message: string;
    cause?: unknown;
  }) {
    super({ ...options, code: "mismatch" });
    this.name = "MismatchError";
    this.parts = options.parts;
    this.currentFingerprint = options.currentFingerprint;
    this.baselineFingerprint = options.baselineFingerprint;
  }
}
