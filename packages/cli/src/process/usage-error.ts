import { RolloutsError } from "@rollouts/core";

/** What was typed cannot be meant, or asks for what is not there. */
export class UsageError extends RolloutsError<"usage"> {
  constructor(message: string, cause?: unknown) {
    super({ code: "usage", message, cause });
    this.name = "UsageError";
  }
}
