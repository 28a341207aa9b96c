/**
 * Calculations that are long enough to go wrong: a product of two long numbers, the sum of its
 * digits, and a remainder. `chains.a` is `{ input, expected }`, to be spread into a task.
 */
export const chains = {
  a: chain([2718281828459045, 1618033988749895], 131071, 65521, 20944939),
  b: chain([3141592653589793, 1414213562373095], 65537, 32749, 10481347),
  b2: chain([3141592653589793, 1414213562373095], 104729, 65537, 16731173),
  c: chain([1414213562373095, 1732050807568877], 99991, 32749, 16568751),
  d: chain([2236067977499789, 2449489742783178], 524287, 99991, 76998482),
  e: chain([3162277660168379, 2645751311064591], 131101, 65519, 20389256),
  f: chain([3162277660168379, 2236067977499789], 131101, 32771, 18992769),
  g: chain([1618033988749895, 1414213562373095], 99991, 65519, 11468302),
  pe: chain([3141592653589793, 2718281828459045], 104729, 65537, 16756170),
  s: chain([9999999967, 9999999973], 104729, 7919, 9838934),
};

const recurrenceResults = { 8: 6856135, 9: 7826798, 10: 542370 };

/** The last number of a recurrence, as a question with its answer: odd after 8 rounds, even after 9. */
export function recurrence(rounds: keyof typeof recurrenceResults) {
  return {
    input: `Begin with 271828. For each round r from 1 to ${rounds}, square the number, add 97 * r + 31, and take the remainder modulo 10000019. What is the last number?`,
    expected: recurrenceResults[rounds],
  };
}

function chain([a, b]: [number, number], multiplier: number, modulus: number, expected: number) {
  const input = `Multiply ${a} by ${b}. Add the decimal digits of the product, multiply that digit sum by ${multiplier}, then subtract the product's remainder modulo ${modulus}.`;
  return { input, expected };
}
