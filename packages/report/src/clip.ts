import { toSafeLine } from "@rollouts/core";

const ellipsis = "...";

/**
 * Foreign text for one line of at most `maxLength` printed characters: whitespace collapsed to
 * single spaces, unsafe characters as escapes, `...` in place of what did not fit.
 */
export function clip(text: string, maxLength: number): string {
  return shorten(collapseWhitespace(text), maxLength);
}

/** As `clip`, with the spaces kept: for names, which people copy. */
export function clipName(name: string, maxLength: number): string {
  return shorten(name, maxLength);
}

/** Stops reading where the line is full, so that a giant text costs nothing. */
function shorten(characters: Iterable<string>, maxLength: number): string {
  let whole = "";
  let head = "";
  let length = 0;
  for (const character of characters) {
    const safe = toSafeLine(character);
    // An escape is plain ASCII; any other character counts once, however many units it takes.
    length += safe === character ? 1 : safe.length;
    if (length > maxLength) return head + ellipsis;
    whole += safe;
    if (length <= maxLength - ellipsis.length) head = whole;
  }
  return whole;
}

/** By character: a regular expression over a giant run of spaces is not sure to come back. */
function* collapseWhitespace(text: string): Generator<string, void, undefined> {
  let started = false;
  let gap = false;
  for (const character of text) {
    if (character.trim() === "") {
      gap = started;
      continue;
    }
    if (gap) yield " ";
    yield character;
    gap = false;
    started = true;
  }
}
