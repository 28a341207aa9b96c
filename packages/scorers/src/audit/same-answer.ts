import { isDeepStrictEqual } from "node:util";
import { toText } from "../offline/to-run.ts";

/**
 * True for two answers of which nobody can say that one is wrong where the other is right: equal
 * values, equal numbers (`10`, `"10.0"`), or the same text but for case, width and white space. Whether
 * a scorer tells those apart is its own affair.
 */
export function isSameAnswer(one: unknown, other: unknown): boolean {
  if (isDeepStrictEqual(one, other)) return true;
  const [text, otherText] = [toText(one), toText(other)];
  if (text === null || otherText === null) return false;
  return simplify(text) === simplify(otherText);
}

function simplify(text: string): string {
  const simple = text.normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " ");
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/.test(simple)
    ? String(Number(simple))
    : simple;
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
