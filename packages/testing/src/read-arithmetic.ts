import { type Digits, toDigits } from "./hand-arithmetic.ts";

/**
 * What an instruction works with: a number, the result so far, the product of two written
 * numbers, or a remainder of one of these.
 */
export type Operand =
  | { readonly kind: "number"; readonly digits: Digits }
  | { readonly kind: "result" }
  | { readonly kind: "product" }
  | { readonly kind: "remainder"; readonly of: Operand; readonly modulus: Digits };

/** One instruction; what it gives is the result for the next one. */
export type Instruction =
  | {
      readonly kind: "multiply" | "add" | "subtract";
      readonly left: Operand;
      readonly right: Operand;
    }
  | { readonly kind: "digit-sum"; readonly of: Operand };

// Answers in a few milliseconds up to here; longer prompts are no exercises by hand.
const maxLength = 2000;

/**
 * Reads a calculation written as sentences or clauses, such as "Multiply 17 by 23, then subtract the
 * product's remainder modulo 5." `null` when any of it cannot be understood.
 */
export function readArithmetic(text: string): readonly Instruction[] | null {
  if (text.length > maxLength) return null;
  const instructions: Instruction[] = [];
  for (const clause of clausesOf(text)) {
    const instruction = readClause(clause);
    if (instruction === null) return null;
    // Whatever starts afresh would leave the result so far without a use.
    if (startsAfresh(instruction) !== (instructions.length === 0)) return null;
    instructions.push(instruction);
  }
  return instructions.length === 0 ? null : instructions;
}

function clausesOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .replaceAll("’", "'")
    .replaceAll(/(?<=\d)\s*[*×]\s*(?=\d)|(?<=\d) x (?=\d)/g, " * ")
    .replaceAll(/(?<=\d)\s*\+\s*(?=\d)/g, " + ")
    .replaceAll(/(?<=\d)\s*[-−]\s*(?=\d)/g, " - ")
    .split(/[.,;?!=\n]|\b(?:and )?then\b|\band (?=(?:multiply|add|subtract)\b)/)
    .map((clause) => clause.trim().replaceAll(/\s+/g, " ").replace(opening, ""))
    .filter((clause) => clause !== "" && !isAboutTheAnswer(clause));
}

const opening = /^(?:please|what is|what's|how much is|calculate|compute|work out|finally):? /;

const answerWords = new Set(
  "please answer reply respond return give me write only just exactly with in as the a an plain final single correct result number integer value json no nothing else explanation working".split(
    " ",
  ),
);

/** True for clauses such as "Return only the final integer", which say nothing to calculate. */
function isAboutTheAnswer(clause: string): boolean {
  return clause.split(" ").every((word) => answerWords.has(word));
}

const forms: readonly {
  readonly kind: "multiply" | "add" | "subtract";
  readonly pattern: RegExp;
  /** True when the words name the right operand first. */
  readonly reversed?: boolean;
}[] = [
  { kind: "multiply", pattern: /^multiply (.+) by (.+)$/ },
  { kind: "multiply", pattern: /^(.+) (?:\*|times) (.+)$/ },
  { kind: "add", pattern: /^add (.+) (?:and|to) (.+)$/ },
  { kind: "add", pattern: /^add (.+)$/, reversed: true },
  { kind: "add", pattern: /^(.+) (?:\+|plus) (.+)$/ },
  { kind: "subtract", pattern: /^subtract (.+) from (.+)$/, reversed: true },
  { kind: "subtract", pattern: /^subtract (.+)$/, reversed: true },
  { kind: "subtract", pattern: /^(.+) (?:-|minus) (.+)$/ },
];

function readClause(clause: string): Instruction | null {
  const digits = /^add (?:up )?(?:its|the) (?:decimal )?digits(?: of (.+))?$/.exec(clause);
  if (digits !== null) {
    const of = readOperand(digits[1] ?? "it");
    return of && { kind: "digit-sum", of };
  }
  for (const { kind, pattern, reversed } of forms) {
    const found = pattern.exec(clause);
    if (found === null) continue;
    const first = readOperand(found[1] ?? "");
    const second = readOperand(found[2] ?? "it");
    if (first === null || second === null) return null;
    return reversed ? { kind, left: second, right: first } : { kind, left: first, right: second };
  }
  return null;
}

const theResult =
  /^(?:its?|this|that(?: [a-z]+){0,2}|the (?:result|sum|digit sum|difference|total))$/;

function readOperand(words: string): Operand | null {
  if (/^\d+$/.test(words)) return { kind: "number", digits: toDigits(words) };
  if (words === "the product") return { kind: "product" };
  if (theResult.test(words)) return { kind: "result" };
  const remainder = /^(.+?)(?:'s)? remainder modulo (\d+)$/.exec(words);
  const of = remainder && readOperand(remainder[1] ?? "");
  const modulus = toDigits(remainder?.[2] ?? "");
  return of && modulus.length > 0 ? { kind: "remainder", of, modulus } : null;
}

function startsAfresh(instruction: Instruction): boolean {
  const operands =
    instruction.kind === "digit-sum" ? [instruction.of] : [instruction.left, instruction.right];
  return operands.every(isWritten);
}

function isWritten(operand: Operand): boolean {
  return operand.kind === "remainder" ? isWritten(operand.of) : operand.kind === "number";
}
