import { fingerprint } from "@rollouts/core";

/**
 * Tells versions of one thing apart, such as of a task's input: the first 16 hexadecimal digits of the
 * fingerprint of plain data.
 */
export function shortDigest(plain: unknown): string {
  return fingerprint(plain).slice(0, 16);
}
