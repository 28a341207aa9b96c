import { describeThrown, errorTypeOf, isRolloutsError, toSafeLine } from "@rollouts/core";

const maxCauses = 3;
const maxCauseLength = 200;
/** A chain may have no end, or come back to where it began. */
const maxLookedAt = 10;

/** `Class: message`; without a class the message alone. May be empty. */
export function describeError(thrown: unknown, errorType = errorTypeOf(thrown)): string {
  const text = thrown === undefined ? "" : describeThrown(thrown);
  return [errorType, text].filter(Boolean).join(": ");
}

/**
 * What an error was caused by, as ` (cause: A: why; cause: B: why that)`, nearest first, at most three,
 * each once and in one short line; empty when it names no cause. Those of an `AggregateError` are its
 * errors. The errors of these packages say all that they have to say in their messages.
 */
export function describeCauses(thrown: unknown): string {
  const found = causesOf(thrown);
  if (found.length === 0) return "";
  const told = new Set([describeError(thrown)]);
  const lines: string[] = [];
  // It grows meanwhile: the causes of a cause stand behind all that are as near.
  for (const cause of found) {
    if (found.length < maxLookedAt) found.push(...causesOf(cause));
    const line = describeError(cause);
    if (line === "" || told.has(line)) continue;
    told.add(line);
    lines.push(`cause: ${toSafeLine(clip(line))}`);
    if (lines.length === maxCauses) break;
  }
  return lines.length === 0 ? "" : ` (${lines.join("; ")})`;
}

/** An error that refuses to be looked at has none. */
function causesOf(error: unknown): unknown[] {
  try {
    if (typeof error !== "object" || error === null || isRolloutsError(error)) return [];
    const { cause, errors } = error as { readonly cause?: unknown; readonly errors?: unknown };
    const all = Array.isArray(errors) ? [cause, ...errors.slice(0, maxCauses)] : [cause];
    return all.filter((one) => one !== undefined && one !== null);
  } catch {
    return [];
  }
}

function clip(line: string): string {
  return line.length > maxCauseLength ? `${line.slice(0, maxCauseLength)}...` : line;
}
