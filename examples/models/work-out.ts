import type { ModelRequest } from "@rollouts/core";
import { slipCalculator } from "@rollouts/testing";

export interface WorkOutOptions {
  /** How often a digit is written down wrong; the default is that of `slipCalculator`. */
  readonly slipRate?: number | undefined;
  /** Tells apart several calculations of one reply, so that each has slips of its own. */
  readonly part?: number | undefined;
}

/**
 * Works a calculation out by hand, for models that do more than calculate. The result is text, since
 * it may be beyond 2^53. The seed and turn of the attempt decide about the slips.
 */
export async function workOut(
  calculation: string,
  { attempt, signal }: ModelRequest,
  { slipRate, part = 0 }: WorkOutOptions = {},
): Promise<string> {
  const { message } = await slipCalculator({ slipRate }).generate({
    messages: [{ role: "user", content: calculation }],
    signal,
    attempt: attempt && { ...attempt, turn: attempt.turn + 1000 * part },
  });
  return message.content ?? "";
}

/** Works out a remainder by hand, as text: what a number loses when it is made divisible. */
export async function workOutRemainder(
  number: string,
  modulus: string,
  request: ModelRequest,
  options: WorkOutOptions = {},
): Promise<string> {
  const step = (calculation: string) => workOut(calculation, request, options);
  const divisible = await step(`${number} + 0, subtract its remainder modulo ${modulus}`);
  return step(`${number} - ${divisible}`);
}
