import { toSafeLine } from "@rollouts/core";
import { clipName } from "../clip.ts";

/** A table is to be looked through; the whole text is in the result. */
const maxCellLength = 2000;

/** A sign with which spreadsheets begin a formula, also in its full-width form. */
const formula = /^[\s"']*[=+\-@＝＋－＠]/u;
/** The same after a semicolon, at which spreadsheets of many countries end a cell. */
const laterFormula = /;(?=[\s"']*[=+\-@＝＋－＠])/gu;

/**
 * A cell of foreign text, quoted as RFC 4180 says, in one line and clipped at 2,000 characters.
 * Where a spreadsheet would see a formula, an apostrophe stands before it.
 */
export function textCell(text: string | null | undefined): string {
  if (text === null || text === undefined) return "";
  const line = toSafeLine(clipName(text, maxCellLength)).replace(laterFormula, ";'");
  const inert = formula.test(line) ? `'${line}` : line;
  return `"${inert.replaceAll('"', '""')}"`;
}

/** A cell of our own: a number, a word, or nothing for what is unknown. */
export function plainCell(value: number | boolean | string | null | undefined): string {
  return value === null || value === undefined ? "" : String(value);
}
