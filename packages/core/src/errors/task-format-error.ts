import { RolloutsError } from "./rollouts-error.ts";

/** A line of a task file is not a task. */
export class TaskFormatError extends RolloutsError<"task_format"> {
  /** The file, or the name that was given for the text. */
  readonly source: string;
  /** From 1; 0 when the fault is not in one line. */
  readonly line: number;

  constructor(options: { source: string; line: number; message: string; cause?: unknown }) {
    const place = options.line === 0 ? options.source : `${options.source}, line ${options.line}`;
    super({ code: "task_format", message: `${place}: ${options.message}`, cause: options.cause });
    this.name = "TaskFormatError";
    this.source = options.source;
    this.line = options.line;
  }
}
