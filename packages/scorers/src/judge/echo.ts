/** A readable answer, as it came and as it was read. */
export interface EchoSuspect {
  /** The JSON text of the judge. */
  readonly raw: string;
  readonly reason: string;
  /** What the member with the choice is called, and its value. */
  readonly key: string;
  readonly choice: string | number;
}

/**
 * True for an answer whose members stand in the data which the judge was shown: that is nobody's
 * verdict. Of an answer without a reason the choice is enough.
 *
 * They are found however they were written there as JSON: in any order and place, with other members
 * between them, in objects of their own, with other white space or other forms of numbers, inside of
 * JSON strings. Takes time in proportion to the length of both.
 */
export function isEcho(
  { raw, reason, key, choice }: EchoSuspect,
  data: readonly string[],
): boolean {
  const readings = data.flatMap(readStepwise);
  const haystack = readings.map(squash).join("\n");
  if (haystack.includes(squash(raw))) return true;
  const isChosen =
    typeof choice === "number"
      ? readings.some((text) => holdsNumber(text, { key, number: choice }))
      : haystack.includes(`"${key}":"${choice}"`);
  if (!isChosen) return false;
  return squash(reason) === "" || haystack.includes(squash(`"reason":"${reason}"`));
}

/** Deeper in strings within strings, nobody reads. */
const maxDepth = 5;

/** The text as it is, and as it reads when the escapes of JSON strings are undone once, twice, ... */
function readStepwise(text: string): string[] {
  const steps = [text];
  for (let depth = 1; depth <= maxDepth; depth++) {
    const last = steps.at(-1) ?? "";
    const next = undoEscapes(last);
    if (next === last) break;
    steps.push(next);
  }
  return steps;
}

/** Undoes the escapes of JSON strings; what is no escape stays. */
function undoEscapes(text: string): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|.)/gs, (whole, code: string) => {
    if (code.length > 1) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if ('"\\/'.includes(code)) return code;
    return "bfnrt".includes(code) ? "\n" : whole;
  });
}

/**
 * True for a text with this member, its number in any form, also as a string. A number ends where it
 * does in the text, with its white space: `10`, and not `103`, in the lines `"score": 10` and `3. done`.
 */
function holdsNumber(text: string, { key, number }: { key: string; number: number }): boolean {
  const marked = text
    .replace(unseen, "")
    .replace(numbers, (literal) => `${Number(literal)};`)
    .replace(/\s+/g, "");
  return marked.includes(`"${key}":${number};`) || marked.includes(`"${key}":"${number};`);
}

/** A text without white space, invisible characters and backslashes, every number in its one form. */
function squash(text: string): string {
  return text
    .replace(unseen, "")
    .replace(/\s+/g, "")
    .replace(numbers, (literal) => String(Number(literal)));
}

/** Backslashes and what nobody sees, by Unicode or in fonts (U+2800, U+1D159), but for white space. */
const unseen = /(?![\t-\r])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\\]/gu;
const numbers = /-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
