import { type RateLimit, type RateLimits, withoutUndefined } from "@rollouts/core";
import { readDurationMs } from "./duration.ts";
import { type HeadersLike, readHeader } from "./headers-like.ts";

/** How a server counts time. */
export interface ResetForm {
  /** What a number without a unit counts. */
  readonly resetUnit: "s" | "ms";
}

/**
 * Reads what a provider says about its limits: the headers
 * `x-ratelimit-{limit,remaining,reset}-{requests,tokens}`. Undefined when there are none.
 */
export function readRateLimits(headers: HeadersLike, form: ResetForm): RateLimits | undefined {
  const requests = readRateLimit(headers, "requests", form);
  const tokens = readRateLimit(headers, "tokens", form);
  if (requests === undefined && tokens === undefined) return undefined;
  return withoutUndefined({ requests, tokens });
}

function readRateLimit(headers: HeadersLike, of: string, form: ResetForm): RateLimit | undefined {
  const limit: RateLimit = withoutUndefined({
    limit: readCount(readHeader(headers, `x-ratelimit-limit-${of}`)),
    remaining: readCount(readHeader(headers, `x-ratelimit-remaining-${of}`)),
    resetMs: readResetMs(readHeader(headers, `x-ratelimit-reset-${of}`), form),
  });
  return Object.keys(limit).length === 0 ? undefined : limit;
}

function readCount(value: string | null): number | undefined {
  return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** A duration such as `6s`; a bare number with a fraction is seconds, whatever the form. */
function readResetMs(value: string | null, { resetUnit }: ResetForm): number | undefined {
  if (value === null) return undefined;
  if (/^\d{1,12}$/.test(value)) {
    return Number(value) * (resetUnit === "s" ? 1000 : 1);
  }
  if (/^\d{1,9}\.\d{1,9}$/.test(value)) return Math.round(Number(value) * 1000);
  return readDurationMs(value);
}

/**
 * How long until a used-up limit is full again, in milliseconds: the longest reset among the limits of
 * which nothing remains, else the header `x-ratelimit-reset` as a point in time or as seconds.
 */
export function readLimitResetMs(
  headers: HeadersLike,
  form: ResetForm,
  now = Date.now(),
): number | undefined {
  const { requests, tokens } = readRateLimits(headers, form) ?? {};
  const usedUp = [requests, tokens].filter((limit) => limit?.remaining === 0);
  const resets = usedUp.flatMap((limit) => limit?.resetMs ?? []);
  if (resets.length > 0) return Math.max(...resets);
  return readGeneralReset(readHeader(headers, "x-ratelimit-reset"), now);
}

/** Servers mean milliseconds or seconds since 1970, or seconds from now; sizes tell which. */
function readGeneralReset(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (!/^\d{1,13}(\.\d{1,9})?$/.test(value)) return readDurationMs(value);
  const number = Number(value);
  if (number >= 1e12) return Math.max(0, number - now);
  if (number >= 1e9) return Math.max(0, number * 1000 - now);
  return Math.round(number * 1000);
}
