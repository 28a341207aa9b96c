import type { Advice } from "./advice.ts";
import { RolloutsError } from "./rollouts-error.ts";

/** A result file cannot be read: it is damaged, of an unknown version, or no result file. */
export class ResultFormatError extends RolloutsError<"result_format"> {
  readonly path: string;
  /** From 1; 0 when the fault is not in one line. */
  readonly line: number;
  /** Where that line begins in the file; 0 when the fault is not in one line. */
  readonly byteOffset: number;

  constructor(options: {
    path: string;
    line: number;
    byteOffset: number;
    message: string;
    advice?: Advice | undefined;
    cause?: unknown;
  }) {
    const { path, line, byteOffset, message, advice, cause } = options;
    const place = line === 0 ? path : `${path}, line ${line} (byte ${byteOffset})`;
    super({ code: "result_format", message: `${place}: ${message}`, advice, cause });
    this.name = "ResultFormatError";
    this.path = path;
    this.line = line;
    this.byteOffset = byteOffset;
  }
}
