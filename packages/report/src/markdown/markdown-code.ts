import { toSafeLine } from "@rollouts/core";
import { clip, clipName } from "../clip.ts";

/**
 * Foreign text as a Markdown code span, where no markup, link, mention or HTML has an effect. It is
 * one line of at most `maxLength` characters, terminal escapes and whitespace as in `clip`.
 *
 * A `|` comes out as `\u007c`, for renderers of tables disagree on how it is escaped after a
 * backslash.
 */
export function toCode(text: string, maxLength: number): string {
  return fence(clip(text, maxLength));
}

/** As `toCode`, with the spaces kept: for ids and names, which people copy. */
export function toNameCode(name: string, maxLength: number): string {
  return fence(clipName(name, maxLength));
}

function fence(line: string): string {
  if (line === "") return "(empty)";
  const text = toSafeLine(line).replaceAll("|", "\\u007c");
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const ticks = "`".repeat(longest + 1);
  // One space at each end is no part of a code span, so ticks and spaces at the ends need it.
  const isOpen = /^[` ]|[` ]$/.test(text) && /[^ ]/.test(text);
  return isOpen ? `${ticks} ${text} ${ticks}` : `${ticks}${text}${ticks}`;
}
