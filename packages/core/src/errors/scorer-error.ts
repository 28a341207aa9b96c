import type { Json } from "../json.ts";
import { readDetail } from "../read-detail.ts";
import { isRolloutsError, RolloutsError } from "./rollouts-error.ts";
import { memberOf } from "./thrown.ts";

/** A scorer broke or gave something that is no verdict. */
export class ScorerError extends RolloutsError<"scorer_failed"> {
  /** Name of the scorer. */
  readonly scorer: string;
  /** Plain data that tells more, kept with the attempt; not in `toJSON()`, nor in what is printed. */
  declare readonly detail?: Json | undefined;

  constructor(options: {
    scorer: string;
    message: string;
    cause?: unknown;
    detail?: Json | undefined;
  }) {
    super({ ...options, code: "scorer_failed" });
    this.name = "ScorerError";
    this.scorer = options.scorer;
    // Hidden, since it may hold a whole prompt.
    Object.defineProperty(this, "detail", { value: options.detail });
  }
}

/** The detail of a `ScorerError` of any copy of core, as plain data; `undefined` when it has none. */
export function scorerErrorDetail(thrown: unknown): Json | undefined {
  if (!isRolloutsError(thrown) || thrown.code !== "scorer_failed") return undefined;
  const detail = memberOf(thrown, "detail");
  return detail === undefined ? undefined : readDetail(detail);
}
