import type { Advice } from "./advice.ts";
import { RolloutsError } from "./rollouts-error.ts";

/** An exporter refuses to write, or could not. Nothing that existed before was changed. */
export class ExportError extends RolloutsError<"export_failed"> {
  /** The file that was asked for. */
  readonly path: string;

  constructor(options: {
    path: string;
    message: string;
    advice?: Advice | undefined;
    cause?: unknown;
  }) {
    super({ ...options, code: "export_failed" });
    this.name = "ExportError";
    this.path = options.path;
  }
}
