import { describeThrown, describeValue, InvalidArgumentError } from "@rollouts/core";
import type { z } from "zod";
import { asSentence } from "./as-sentence.ts";
import type { AttemptMembers } from "./attempt-line.ts";
import { leaveOutLong } from "./leave-out-long.ts";
import { checkLine } from "./line.ts";
import { sealLine } from "./seal.ts";

/**
 * A line that a reader will accept.
 *
 * @throws InvalidArgumentError for what does not fit the format.
 */
export function toLine(line: object, schema: z.ZodType): Buffer {
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

/** Tells that something was left out. */
export type Warn = (message: string) => void;

/** What may stay of a line that would be too long otherwise: the first of these with which it is not. */
const maxLengths = [2 ** 22, 2 ** 16, 2 ** 10];

/**
 * The same for a line of one attempt, without its longest texts where it would be longer than a string can
 * be: one giant answer must cost neither the attempt nor those after it.
 *
 * @throws InvalidArgumentError for what does not fit the format.
 */
export function toFittingLine(line: AttemptMembers, schema: z.ZodType, warn: Warn): Buffer {
  let fitting = line;
  for (const maxLength of maxLengths) {
    try {
      return toLine(fitting, schema);
    } catch (thrown) {
      if (!isTooLong(thrown)) throw thrown;
    }
    if (fitting === line) warn(describeLoss(line));
    fitting = shorten(line, maxLength);
  }
  return toLine(fitting, schema);
}

function isTooLong(thrown: unknown): boolean {
  return thrown instanceof InvalidArgumentError && thrown.cause instanceof RangeError;
}

function shorten(line: AttemptMembers, maxLength: number): AttemptMembers {
  const { taskId } = line;
  const shorter = leaveOutLong(line, maxLength) as AttemptMembers;
  const run = toTruncated(shorter.run as { readonly status: string } | null | undefined);
  return { ...shorter, taskId, ...(run && { run }) };
}

/** A run that is not whole must not be judged, nor trained on. */
function toTruncated(run: { readonly status: string } | null | undefined) {
  return run && { ...run, status: run.status === "completed" ? "truncated" : run.status };
}

function describeLoss({ taskId, attemptIndex, run }: AttemptMembers): string {
  const fate = run
    ? " Its run counts as truncated there: it is not scored again, and goes into no training file."
    : "";
  return `The longest texts of attempt ${attemptIndex} of ${describeValue(taskId)} are left out of the result file, where its line would be too long.${fate}`;
}
