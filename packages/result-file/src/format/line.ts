import { isUtf8 } from "node:buffer";
import { type Advice, describeThrown, describeValue, ResultFormatError } from "@rollouts/core";
import type { z } from "zod";
import { asSentence } from "./as-sentence.ts";
import { fromPlain } from "./from-plain.ts";
import { mayHoldOddValues } from "./odd-value.ts";
import { checkSeal } from "./seal.ts";

/** One line of a file, as it lies there. */
export interface Line {
  /** Without the newline. */
  readonly bytes: Buffer;
  /** From 1. */
  readonly number: number;
  /** Where it begins in the file. */
  readonly byteOffset: number;
}

/** A line as JSON. */
export interface ParsedLine {
  readonly members: Record<string, unknown>;
  /** Whether values in it may stand for others, which JSON cannot carry. */
  readonly hasOddValues: boolean;
}

/**
 * Parses a line.
 *
 * @throws Error that says what it is instead of a JSON object, or that its seal is broken.
 */
export function parseLine(bytes: Buffer): ParsedLine {
  const seal = checkSeal(bytes);
  if (seal === "broken") throw new Error("the line is damaged: its crc does not fit");
  if (bytes.length === 0) throw new Error("the line is empty");
  if (seal === "none" && !isUtf8(bytes)) throw new Error("the line is not UTF-8");
  const text = bytes.toString();
  const members = parseObject(text);
  if (seal === "none" && Object.hasOwn(members, "crc")) {
    throw new Error("the line is damaged: its crc is not its last member, or not well formed");
  }
  return { members, hasOddValues: mayHoldOddValues(text) };
}

function parseObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    throw new Error("the line is not JSON", { cause: thrown });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Error("the line is no JSON object");
  }
  return value as Record<string, unknown>;
}

/**
 * Holds a parsed line to its schema, which copies it, and gives the line itself: copies may lose
 * members such as `__proto__`.
 *
 * @throws Error that names the member at fault.
 */
export function checkLine<Schema extends z.ZodType>(
  line: Record<string, unknown>,
  schema: Schema,
): z.infer<Schema> {
  const checked = schema.safeParse(line);
  if (checked.success) return line as z.infer<Schema>;
  const [issue] = checked.error.issues;
  const member = issue?.path.map(String).join(".");
  throw new Error(`its member ${describeValue(member)} is not what it must be: ${issue?.message}`);
}

/**
 * A line of a known kind, with the values that JSON cannot carry.
 *
 * @throws Error that says what is wrong with it.
 */
export function readLine<Schema extends z.ZodType>(bytes: Buffer, schema: Schema): z.infer<Schema> {
  const { members, hasOddValues } = parseLine(bytes);
  const line = checkLine(members, schema);
  return hasOddValues ? (fromPlain(line) as z.infer<Schema>) : line;
}

/** Runs work on a line, and says of whatever it throws where in the file that was. */
export function atLine<Value>(path: string, line: Omit<Line, "bytes">, work: () => Value): Value {
  try {
    return work();
  } catch (thrown) {
    throw toFormatError(path, line, thrown);
  }
}

/** Whatever was thrown about a line, with its place in the file and, if it has a header, what to do. */
export function toFormatError(
  path: string,
  { number, byteOffset }: Omit<Line, "bytes">,
  thrown: unknown,
  hasHeader = true,
): ResultFormatError {
  if (thrown instanceof ResultFormatError) return thrown;
  const problem = asSentence(describeThrown(thrown));
  return new ResultFormatError({
    path,
    line: number,
    byteOffset,
    ...(hasHeader
      ? { message: problem, advice: adviseSalvage(path) }
      : { message: `${problem} ${noHeader}` }),
    cause: thrown,
  });
}

const noHeader =
  "So this is no result file, or its header is damaged. Without its header nothing in a file can be told apart.";

function adviseSalvage(path: string): Advice {
  return {
    id: "salvage",
    text: "salvage(path, out) of @rollouts/result-file recovers the other lines.",
    values: [path],
  };
}
