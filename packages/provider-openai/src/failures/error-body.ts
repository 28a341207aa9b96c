import { isPlainObject } from "@rollouts/core";
import type { SseEvent } from "../wire/sse-parser.ts";

/**
 * The error that an answer, an event or a part of one reports, whatever its status: an object, or with
 * some servers a bare text. Undefined when it reports none.
 */
export function findToldError(body: unknown): unknown {
  const object = unwrap(body);
  if (!isPlainObject(object)) return undefined;
  const { error, type, object: kind } = object;
  if (isPlainObject(error) || (typeof error === "string" && error !== "")) return error;
  return error === true || type === "error" || kind === "error" ? object : undefined;
}

/** The error that an event of a stream reports: in what its data says, or by being named so. */
export function findEventError({ name, data }: SseEvent, value: unknown): unknown {
  const told = findToldError(value);
  if (told !== undefined || name !== "error") return told;
  return isPlainObject(value) ? value : data;
}

/** The error in the body of an answer that failed by its status, which may be in any form. */
export function findFailure(body: unknown): unknown {
  const object = unwrap(body);
  const told = findToldError(object);
  if (told !== undefined || !isPlainObject(object)) return told;
  const { message, detail } = object;
  const words = message ?? detail ?? undefined;
  if (words === undefined) return undefined;
  return { ...object, message: typeof words === "string" ? words : JSON.stringify(words) };
}

/** Some servers wrap an error in a list. */
function unwrap(body: unknown): unknown {
  return Array.isArray(body) ? body[0] : body;
}
