import {
  add,
  compare,
  type Digits,
  digitSum,
  multiply,
  remainder,
  subtract,
} from "./hand-arithmetic.ts";
import type { Pen } from "./pen.ts";
import type { Instruction, Operand } from "./read-arithmetic.ts";

interface Whole {
  readonly negative: boolean;
  readonly digits: Digits;
}

/** What is on the paper between two instructions. */
interface Paper {
  result: Whole | null;
  /** Product of the last two written numbers that were multiplied. */
  product: Whole | null;
}

/**
 * Follows instructions by hand and gives the result as text. `null` when one cannot be followed:
 * there is no product yet, or a negative number has no digit sum and no remainder here.
 */
export function workOut(instructions: readonly Instruction[], pen: Pen): string | null {
  const paper: Paper = { result: null, product: null };
  for (const instruction of instructions) {
    paper.result = follow(instruction, paper, pen);
    if (paper.result === null) return null;
    if (isProductOfNumbers(instruction)) paper.product = paper.result;
  }
  return paper.result && toText(paper.result);
}

function isProductOfNumbers(instruction: Instruction): boolean {
  return (
    instruction.kind === "multiply" &&
    instruction.left.kind === "number" &&
    instruction.right.kind === "number"
  );
}

function follow(instruction: Instruction, paper: Paper, pen: Pen): Whole | null {
  if (instruction.kind === "digit-sum") {
    const of = look(instruction.of, paper, pen);
    return of === null || of.negative ? null : whole(false, digitSum(of.digits, pen));
  }
  const left = look(instruction.left, paper, pen);
  const right = look(instruction.right, paper, pen);
  if (left === null || right === null) return null;
  switch (instruction.kind) {
    case "multiply":
      return whole(left.negative !== right.negative, multiply(left.digits, right.digits, pen));
    case "add":
      return addWhole(left, right, pen);
    case "subtract":
      return addWhole(left, { ...right, negative: !right.negative }, pen);
  }
}

function look(operand: Operand, paper: Paper, pen: Pen): Whole | null {
  if (operand.kind === "number") return whole(false, operand.digits);
  if (operand.kind === "result") return paper.result;
  if (operand.kind === "product") return paper.product;
  const of = look(operand.of, paper, pen);
  return of === null || of.negative
    ? null
    : whole(false, remainder(of.digits, operand.modulus, pen));
}

function addWhole(left: Whole, right: Whole, pen: Pen): Whole {
  if (left.negative === right.negative)
    return whole(left.negative, add(left.digits, right.digits, pen));
  const [larger, smaller] = compare(left.digits, right.digits) < 0 ? [right, left] : [left, right];
  return whole(larger.negative, subtract(larger.digits, smaller.digits, pen));
}

function whole(negative: boolean, digits: Digits): Whole {
  return { negative: negative && digits.length > 0, digits };
}

function toText({ negative, digits }: Whole): string {
  return `${negative ? "-" : ""}${digits.toReversed().join("") || "0"}`;
}
