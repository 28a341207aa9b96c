import { RolloutsError } from "./rollouts-error.ts";

/** A value has no canonical JSON, so nothing that holds it can be fingerprinted. */
export class FingerprintError extends RolloutsError<"not_fingerprintable"> {
  /** Where the value lies, such as `$.tasks[0].expected.date`. */
  readonly path: string;
  /** Why it has none, without its place. */
  readonly reason: string;

  constructor({ path, reason, cause }: { path: string; reason: string; cause?: unknown }) {
    super({ code: "not_fingerprintable", message: `${path}: ${reason}`, cause });
    this.name = "FingerprintError";
    this.path = path;
    this.reason = reason;
  }
}
