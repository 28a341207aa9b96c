import { RolloutsError } from "./rollouts-error.ts";
import { describeThrown } from "./thrown.ts";

/**
 * The sink of a run failed, as on a full disk, and so the run stopped. What it announced is safe, unless the
 * cause says that somebody else has taken it away.
 */
export class SinkError extends RolloutsError<"sink_failed"> {
  /** How many attempts and new verdicts of this session were announced; a resumed run had more before. */
  readonly committedCount: number;

  /** `cause` is what the sink failed with. */
  constructor(options: { committedCount: number; cause: unknown }) {
    const { committedCount, cause } = options;
    super({
      code: "sink_failed",
      message: `The run stopped, with ${committedCount} of its attempts safe in this session until its sink failed: ${describeThrown(cause)}`,
      cause,
    });
    this.name = "SinkError";
    this.committedCount = committedCount;
  }
}
