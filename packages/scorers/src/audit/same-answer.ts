import { isDeepStrictEqual } from "node:util";
import { toText } from "../offline/to-run.ts";

/** True for two answers that no scorer could tell apart: equal values, or the same text. */
export function isSameAnswer(one: unknown, other: unknown): boolean {
  if (isDeepStrictEqual(one, other)) return true;
  const text = toText(one);
  return text !== null && text === toText(other);
}

/**
 * True for a text that cannot be called wrong, since one of its words is a right answer: a scorer that
 * searches for that lets it pass. Not for one or two letters, which are in any text: a scorer that
 * searches for those is to be blamed.
 */
export function holdsAnswer(text: string, answer: unknown): boolean {
  const wanted = toText(answer)?.toLowerCase() ?? "";
  const words = text.toLowerCase().split(/[^\p{L}\p{N}']+/u);
  return wanted.length > 2 && words.includes(wanted);
}
