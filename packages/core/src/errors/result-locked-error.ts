import { RolloutsError } from "./rollouts-error.ts";

/** Another process writes the result file, or its lock cannot be read. */
export class ResultLockedError extends RolloutsError<"result_locked"> {
  readonly path: string;
  /** Of the process that holds the lock; `null` when the lock does not tell. */
  readonly pid: number | null;
  readonly host: string | null;
  /** When it took the lock, as an ISO 8601 time. */
  readonly startedAt: string | null;

  constructor(options: {
    path: string;
    pid: number | null;
    host: string | null;
    startedAt: string | null;
    message: string;
  }) {
    super({ code: "result_locked", message: `${options.path}: ${options.message}` });
    this.name = "ResultLockedError";
    this.path = options.path;
    this.pid = options.pid;
    this.host = options.host;
    this.startedAt = options.startedAt;
  }
}
