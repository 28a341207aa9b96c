import { toSafeLine } from "@rollouts/core";
import { isInsidePair } from "./is-inside-pair.ts";

/**
 * The beginning of foreign text, of at most `maxLength` UTF-16 code units, for a reason: in one line that
 * is safe to print, with `…` where something is missing. No surrogate pair is cut in two.
 */
export function clipLine(text: string, maxLength: number): string {
  if (text.length <= maxLength) return toSafeLine(text);
  const end = isInsidePair(text, maxLength) ? maxLength - 1 : maxLength;
  return `${toSafeLine(text.slice(0, end))}…`;
}
