import { RolloutsError } from "@rollouts/core";

/** A file or package that was named on the command line cannot be used. */
export class LoadError extends RolloutsError<"load_failed"> {
  constructor(message: string, cause?: unknown) {
    super({ code: "load_failed", message, cause });
    this.name = "LoadError";
  }
}
