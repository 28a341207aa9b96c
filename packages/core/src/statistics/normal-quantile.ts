import { bisect } from "./bisect.ts";

/** The point below which a standard normal variable lies with this probability, 0 < p < 1. */
export function normalQuantile(probability: number): number {
  if (probability < 0.5) return -normalQuantile(1 - probability);
  const highest = 9; // beyond it, doubles cannot tell the probability from 1
  return bisect(highest, (z) => centralProbability(z) < probability - 0.5);
}

/** P(0 < Z < z), by the series `z + z^3/3 + z^5/(3 * 5) + ...` of Abramowitz and Stegun, 26.2.11. */
function centralProbability(z: number): number {
  let term = z;
  let sum = z;
  for (let i = 3; term > sum * Number.EPSILON; i += 2) {
    term *= (z * z) / i;
    sum += term;
  }
  return (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
}
