import { mulberry32 } from "./mulberry32.ts";

/** Writes down one digit (0 to 9) of a calculation and tells what was written. */
export type Pen = (digit: number) => number;

/**
 * A pen that writes a wrong digit with probability `slipRate`, every wrong digit being as likely as
 * another. The same seed gives the same slips.
 */
export function slippingPen(slipRate: number, seed: number): Pen {
  const next = mulberry32(seed);
  const random = () => next() / 2 ** 32;
  return (digit) => (random() < slipRate ? (digit + 1 + Math.floor(random() * 9)) % 10 : digit);
}
