import { RolloutsError } from "./rollouts-error.ts";

/** A scorer broke or gave something that is no verdict. */
export class ScorerError extends RolloutsError<"scorer_failed"> {
  /** Name of the scorer. */
  readonly scorer: string;

  constructor(options: { scorer: string; message: string; cause?: unknown }) {
    super({ ...options, code: "scorer_failed" });
    this.name = "ScorerError";
    this.scorer = options.scorer;
  }
}
