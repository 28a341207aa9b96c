import { invalidArgument } from "./checks/invalid-argument.ts";
import type { Json } from "./json.ts";

/** A verdict on one attempt. `value` and `passed` are independent of each other. */
export interface Score {
  /** From 0 to 1. */
  readonly value: number;
  readonly passed: boolean;
  readonly reason?: string | undefined;
  /** Plain data about how the verdict came about. */
  readonly detail?: Json | undefined;
}

/** A scorer's answer that it cannot tell: neither passed nor failed. */
export interface Unscored {
  readonly unscored: true;
  readonly reason: string;
  /** Plain data about how it came to that. */
  readonly detail?: Json | undefined;
}

/** What a scorer may answer: `true`/`false`, a number from 0 to 1, a `Score`, or "cannot tell". */
export type Verdict = boolean | number | Score | Unscored | null;

/**
 * Says that a scorer cannot tell, and why. The attempt stays unscored; `detail` is kept with it.
 *
 * @throws InvalidArgumentError when `reason` is no text.
 */
export function unscored(reason: string, detail?: Json | undefined): Unscored {
  if (typeof reason !== "string") throw invalidArgument("reason", "a string", reason);
  return { unscored: true, reason, ...(detail === undefined ? {} : { detail }) };
}
