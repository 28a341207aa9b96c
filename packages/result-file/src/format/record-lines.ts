import { type AttemptResult, InvalidArgumentError, type ResultEnd } from "@rollouts/core";
import { toAttemptLine, toTranscriptLine } from "./attempt-line.ts";
import {
  attemptLine as attemptSchema,
  endLine as endSchema,
  headerLine as headerSchema,
  rescoreLine as rescoreSchema,
  sessionLine as sessionSchema,
  transcriptLine as transcriptSchema,
} from "./line-schemas.ts";
import {
  type Plan,
  type PlannedTask,
  requireFewAttempts,
  toHeaderLine,
  toSessionLine,
} from "./plan.ts";
import { toFittingLine, toLine, type Warn } from "./to-line.ts";
import { toPlain } from "./to-plain.ts";

/**
 * The line of a new file's plan, or of one that goes on.
 *
 * @throws InvalidArgumentError for what does not fit the format.
 */
export function planLine(plan: Plan, before: Plan | null, startedAt: string | null): Buffer {
  requireFewAttempts(plan);
  return before === null
    ? toLine(toHeaderLine(plan, startedAt), headerSchema)
    : toLine(toSessionLine(plan, before, startedAt), sessionSchema);
}

/** An attempt as it is written down. */
export interface ToldAttempt {
  readonly attempt: AttemptResult;
  readonly task: PlannedTask;
  /** Is told what is left out of lines that would be too long. */
  readonly warn: Warn;
}

/** An attempt: its transcript, if any, and the line that commits it. */
export function attemptLines(told: ToldAttempt): Buffer {
  const line = verdictLine("attempt", told);
  const transcript = toTranscriptLine(told.attempt);
  if (transcript === null) return line;
  return Buffer.concat([toFittingLine(transcript, transcriptSchema, told.warn), line]);
}

/** Another verdict on an attempt that the file has. */
export function rescoreLine(told: ToldAttempt): Buffer {
  return verdictLine("rescore", told);
}

function verdictLine(type: "attempt" | "rescore", { attempt, task, warn }: ToldAttempt): Buffer {
  const schema = type === "attempt" ? attemptSchema : rescoreSchema;
  const line = toFittingLine(toAttemptLine(type, attempt, task), schema, warn);
  requireOneVerdict(attempt);
  return line;
}

function requireOneVerdict({ score, unscored }: AttemptResult): void {
  if ((score === null) !== (unscored === null)) return;
  const both = score === null ? "neither a score nor a reason" : "both a score and a reason";
  throw new InvalidArgumentError({
    argument: "record",
    message: `The record cannot be written to a result file: it has ${both} why there is none. An attempt has one of them, and null for the other.`,
  });
}

/** How a run ended; `notes` are warnings and counts of a result in memory. */
export function endLine(end: ResultEnd, notes: object = {}): Buffer {
  const { status, stoppedEarly, durationMs } = end;
  const members = toPlain({ status, stoppedEarly, durationMs, ...notes }) as object;
  return toLine({ type: "end", ...members }, endSchema);
}
