import { describeThrown, describeValue, isPlainObject, toSafeLine } from "@rollouts/core";
import { isBlank } from "./blank.ts";
import { findLoneSurrogate } from "./lone-surrogate.ts";
import { isRowRole } from "./row.ts";

/** One thing that is wrong with a row. */
export interface RowFault {
  /** Position in `messages`, from 0; `null` for the row itself. */
  readonly message: number | null;
  readonly fault: string;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Finds what keeps a line, given without its newline, from being a row. */
export function* checkRow(line: Uint8Array): Generator<RowFault> {
  let text: string;
  try {
    text = utf8.decode(line);
  } catch {
    return yield rowFault("is not valid UTF-8");
  }
  if (isBlank(text)) return yield rowFault("is blank");
  if (text.includes("\r")) return yield rowFault("has a carriage return, lines end with \\n alone");
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch (error) {
    return yield rowFault(`is not valid JSON: ${toSafeLine(describeThrown(error))}`);
  }
  yield* checkParsedRow(row);
}

function* checkParsedRow(row: unknown): Generator<RowFault> {
  if (!isPlainObject(row)) return yield rowFault(`must be an object, got ${describe(row)}`);
  const fault = keyFault(row, ["messages"]);
  if (fault !== null) return yield rowFault(fault);
  const { messages } = row;
  if (!Array.isArray(messages) || messages.length === 0) {
    return yield rowFault(`messages must be a list that is not empty, got ${describe(messages)}`);
  }
  for (const [index, message] of messages.entries()) {
    const found = messageFault(message);
    if (found !== null) yield { message: index, fault: found };
  }
  const roles = messages.map((message: unknown) =>
    isPlainObject(message) ? message.role : undefined,
  );
  const last = roles.at(-1);
  if (!roles.includes("user")) yield rowFault("has no user message");
  if (last !== "assistant") {
    yield rowFault(`must end with an assistant message, ends with role ${describe(last)}`);
  }
}

function messageFault(message: unknown): string | null {
  if (!isPlainObject(message)) return `must be an object, got ${describe(message)}`;
  const fault = keyFault(message, ["role", "content"]);
  if (fault !== null) return fault;
  const { role, content } = message;
  if (!isRowRole(role)) return `role must be system, user or assistant, got ${describe(role)}`;
  if (typeof content !== "string") return `content must be text, got ${describe(content)}`;
  if (isBlank(content)) return "content is blank";
  const surrogate = findLoneSurrogate(content);
  return surrogate === null ? null : `content has a lone surrogate ${surrogate}`;
}

/** Says which key is too much or missing. */
function keyFault(object: Record<string, unknown>, wanted: readonly string[]): string | null {
  const only = `it must have exactly ${wanted.join(" and ")}`;
  const unknown = Object.keys(object).find((key) => !wanted.includes(key));
  if (unknown !== undefined) return `has the key ${describe(unknown)}, ${only}`;
  const missing = wanted.find((key) => !Object.hasOwn(object, key));
  return missing === undefined ? null : `lacks ${missing}, ${only}`;
}

function rowFault(fault: string): RowFault {
  return { message: null, fault };
}

/** For foreign text, safe for a terminal. */
function describe(value: unknown): string {
  return toSafeLine(describeValue(value));
}
