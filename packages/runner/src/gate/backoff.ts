import type { Clock } from "./clock.ts";

const baseMs = 1000;
const capMs = 30_000;

/**
 * How long to wait before try number `tryCount + 1`: anything from 0 to 1 s, 2 s, 4 s and so on up
 * to 30 s, all equally likely ("full jitter"), so that calls that failed together come back apart.
 */
export function backoffMs(tryCount: number, clock: Clock): number {
  return clock.random() * Math.min(capMs, baseMs * 2 ** (tryCount - 1));
}
