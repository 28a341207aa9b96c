import { isInsidePair } from "../text/is-inside-pair.ts";

/** A text, and how much of it is missing. */
export interface ClippedText {
  readonly text: string;
  /** In UTF-16 code units. */
  readonly leftOut: number;
}

/**
 * Takes the middle out of a text that is longer than `maxLength`, and puts a note there, which is
 * not counted. No surrogate pair is cut in two.
 */
export function clipMiddle(
  text: string,
  maxLength: number,
  note: (leftOut: number) => string,
): ClippedText {
  if (text.length <= maxLength) return { text, leftOut: 0 };
  const headLength = Math.ceil(maxLength / 2);
  const tailStart = text.length - (maxLength - headLength);
  const head = isInsidePair(text, headLength) ? headLength - 1 : headLength;
  const tail = isInsidePair(text, tailStart) ? tailStart + 1 : tailStart;
  const leftOut = tail - head;
  return { text: `${text.slice(0, head)}${note(leftOut)}${text.slice(tail)}`, leftOut };
}
