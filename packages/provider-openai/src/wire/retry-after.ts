import { type HeadersLike, readHeader } from "./headers-like.ts";
import { readHttpDate } from "./http-date.ts";
import { type ResetForm, readLimitResetMs } from "./rate-limits.ts";

/**
 * How long a server asks to wait, in milliseconds: `retry-after-ms`, else `retry-after` in seconds or
 * as an HTTP date (RFC 9110, section 10.2.3), else the reset of a limit that is used up. Undefined when
 * it does not say, or not legibly.
 */
export function readRetryAfterMs(
  headers: HeadersLike,
  form: ResetForm,
  now = Date.now(),
): number | undefined {
  const milliseconds = readNumber(readHeader(headers, "retry-after-ms"));
  if (milliseconds !== undefined) return milliseconds;
  const value = readHeader(headers, "retry-after");
  const seconds = readNumber(value);
  if (seconds !== undefined) return seconds * 1000;
  const date = value === null ? undefined : readHttpDate(value);
  return date === undefined ? readLimitResetMs(headers, form, now) : Math.max(0, date - now);
}

/** More digits than a date has are no time to wait, and would end in infinity. */
function readNumber(value: string | null): number | undefined {
  return value !== null && /^\s*\d{1,13}(\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}
