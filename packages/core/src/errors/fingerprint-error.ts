import { RolloutsError } from "./rollouts-error.ts";

/** A value has no canonical JSON, so nothing that holds it can be fingerprinted. */
export class FingerprintError extends RolloutsError<"not_fingerprintable"> {
  /** Where the value lies, such as `$.tasks[0].expected.date`. */
  readonly path: string;

  constructor(options: { path: string; message: string; cause?: unknown }) {
    super({ ...options, code: "not_fingerprintable" });
    this.name = "FingerprintError";
    this.path = options.path;
  }
}
