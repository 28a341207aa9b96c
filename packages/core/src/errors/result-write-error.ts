import { RolloutsError } from "./rollouts-error.ts";

/**
 * A result file could not be written, as on a full disk. What was announced as safe is in it, unless somebody
 * else has deleted, replaced or cut it, as the message says then.
 */
export class ResultWriteError extends RolloutsError<"result_write"> {
  readonly path: string;

  constructor(options: { path: string; message: string; cause?: unknown }) {
    super({
      code: "result_write",
      message: `${options.path}: ${options.message}`,
      cause: options.cause,
    });
    this.name = "ResultWriteError";
    this.path = options.path;
  }
}
