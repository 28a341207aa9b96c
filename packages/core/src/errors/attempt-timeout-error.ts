import { RolloutsError } from "./rollouts-error.ts";

/** The time limit of an attempt has passed; it is the abort reason of the attempt's signal. */
export class AttemptTimeoutError extends RolloutsError<"timed_out"> {
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super({ code: "timed_out", message: `timeout: exceeded ${timeoutMs / 1000}s` });
    this.name = "AttemptTimeoutError";
    this.timeoutMs = timeoutMs;
  }
}
