import {
  type AttemptResult,
  describeThrown,
  InvalidArgumentError,
  type ResultEnd,
} from "@rollouts/core";
import type { z } from "zod";
import { asSentence } from "./as-sentence.ts";
import { toAttemptLine, toTranscriptLine } from "./attempt-line.ts";
import { checkLine } from "./line.ts";
import {
  attemptLine as attemptSchema,
  endLine as endSchema,
  headerLine as headerSchema,
  rescoreLine as rescoreSchema,
  sessionLine as sessionSchema,
  transcriptLine as transcriptSchema,
} from "./line-schemas.ts";
import { type Plan, type PlannedTask, toHeaderLine, toSessionLine } from "./plan.ts";
import { sealLine } from "./seal.ts";
import { toPlain } from "./to-plain.ts";

/**
 * A line that a reader will accept.
 *
 * @throws InvalidArgumentError for what does not fit the format.
 */
function toLine(line: object, schema: z.ZodType): Buffer {
  try {
    checkLine(line as Record<string, unknown>, schema);
    return sealLine(line);
  } catch (thrown) {
    throw new InvalidArgumentError({
      argument: "record",
      message: asSentence(
        `The record cannot be written to a result file: ${describeThrown(thrown)}`,
      ),
      cause: thrown,
    });
  }
}

/** The line of a new file's plan, or of one that goes on. */
export function planLine(plan: Plan, before: Plan | null, startedAt: string | null): Buffer {
  return before === null
    ? toLine(toHeaderLine(plan, startedAt), headerSchema)
    : toLine(toSessionLine(plan, before, startedAt), sessionSchema);
}

/** An attempt: its transcript, if any, and the line that commits it. */
export function attemptLines(attempt: AttemptResult, task: PlannedTask): Buffer {
  const line = verdictLine("attempt", attempt, task);
  const transcript = toTranscriptLine(attempt);
  return transcript === null ? line : Buffer.concat([toLine(transcript, transcriptSchema), line]);
}

/** Another verdict on an attempt that the file has. */
export function rescoreLine(attempt: AttemptResult, task: PlannedTask): Buffer {
  return verdictLine("rescore", attempt, task);
}

function verdictLine(
  type: "attempt" | "rescore",
  attempt: AttemptResult,
  task: PlannedTask,
): Buffer {
  const schema = type === "attempt" ? attemptSchema : rescoreSchema;
  const line = toLine(toAttemptLine(type, attempt, task), schema);
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
