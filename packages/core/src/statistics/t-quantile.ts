import { bisect } from "./bisect.ts";
import { z95 } from "./wilson-interval.ts";

/** From this many independent values on, the normal distribution replaces the t distribution. */
const largeSample = 30;

/** By how many standard errors a 95 % interval of the mean of so many independent values reaches. */
export function reach95(valueCount: number): number {
  return valueCount < largeSample ? tQuantile975(valueCount - 1) : z95;
}

/** The 97.5 % point of Student's t distribution. */
export function tQuantile975(degreesOfFreedom: number): number {
  const highest = 13; // the point for one degree of freedom is 12.706
  return bisect(highest, (t) => tProbability(t, degreesOfFreedom) < 0.95);
}

/**
 * P(-t < T < t) for whole degrees of freedom, by the finite series of Abramowitz and Stegun,
 * 26.7.3 and 26.7.4.
 */
function tProbability(t: number, degreesOfFreedom: number): number {
  const angle = Math.atan(t / Math.sqrt(degreesOfFreedom));
  const cosine = Math.cos(angle);
  const odd = degreesOfFreedom % 2 === 1;
  let term = odd ? cosine : 1;
  let sum = degreesOfFreedom === 1 ? 0 : term;
  for (let i = odd ? 3 : 2; i <= degreesOfFreedom - 2; i += 2) {
    term *= ((i - 1) / i) * cosine * cosine;
    sum += term;
  }
  return odd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
}
