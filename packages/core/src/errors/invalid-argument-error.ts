import type { Advice } from "./advice.ts";
import { RolloutsError } from "./rollouts-error.ts";

/** Something handed in cannot be used. Thrown before any work begins. */
export class InvalidArgumentError extends RolloutsError<"invalid_argument"> {
  /** Where the value came in, such as `k` or `tasks[3].id`. */
  readonly argument: string;

  constructor(options: {
    argument: string;
    message: string;
    advice?: Advice | undefined;
    cause?: unknown;
  }) {
    super({ ...options, code: "invalid_argument" });
    this.name = "InvalidArgumentError";
    this.argument = options.argument;
  }
}
