import { type RateLimit, type RateLimits, withoutUndefined } from "@rollouts/core";

/** Response headers, as the AI SDK hands them on: names in lower case. */
export type Headers = Readonly<Record<string, unknown>>;

const requestIdNames = [
  "x-request-id",
  "request-id",
  "apim-request-id",
  "x-generation-id",
  "x-amzn-requestid",
];

/** The id under which the provider knows a request. */
export function readRequestId(headers: Headers): string | undefined {
  return requestIdNames.map((name) => readText(headers, name)).find((id) => id !== undefined);
}

/**
 * How long a server asks to wait, in milliseconds: `retry-after-ms`, else `retry-after` in seconds or
 * as an HTTP date (RFC 9110, section 10.2.3). Undefined when it does not say, or not legibly.
 */
export function readRetryAfterMs(headers: Headers, now = Date.now()): number | undefined {
  const milliseconds = readNumber(headers, "retry-after-ms");
  if (milliseconds !== undefined) return milliseconds;
  const seconds = readNumber(headers, "retry-after");
  if (seconds !== undefined) return seconds * 1000;
  const date = readText(headers, "retry-after");
  // The time zone is looked for, since Date.parse takes nearly anything for a date.
  const time = date?.endsWith("GMT") ? Date.parse(date) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}

/**
 * What a provider says about its limits, in the headers `x-ratelimit-remaining-tokens` and the like,
 * or, in another order and with points in time for resets, in `anthropic-ratelimit-tokens-remaining`
 * and the like. Undefined when there are none.
 */
export function readRateLimits(headers: Headers, now = Date.now()): RateLimits | undefined {
  const requests = readRateLimit(headers, "requests", now);
  const tokens = readRateLimit(headers, "tokens", now);
  if (requests === undefined && tokens === undefined) return undefined;
  return withoutUndefined({ requests, tokens });
}

function readRateLimit(headers: Headers, of: string, now: number): RateLimit | undefined {
  const read = (what: string) =>
    readText(headers, `x-ratelimit-${what}-${of}`) ??
    readText(headers, `anthropic-ratelimit-${of}-${what}`);
  const limit: RateLimit = withoutUndefined({
    limit: toCount(read("limit")),
    remaining: toCount(read("remaining")),
    resetMs: toResetMs(read("reset"), now),
  });
  return Object.keys(limit).length === 0 ? undefined : limit;
}

function toCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** A duration such as `1m30.5s`, or a point in time such as `2026-01-01T00:00:00Z`. */
function toResetMs(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{4}-\d\d-\d\dT/.test(text)) {
    const time = Date.parse(text);
    return Number.isNaN(time) ? undefined : Math.max(0, time - now);
  }
  if (!/^(\d{1,9}(\.\d{1,9})?(ms|[smh]))+$/.test(text)) return undefined;
  let sum = 0;
  for (const [, number, unit = ""] of text.matchAll(/([\d.]+)(ms|[smh])/g)) {
    sum += Number(number) * (unitMs[unit] ?? Number.NaN);
  }
  return Math.round(sum);
}

/** More digits than a date has are no time to wait, and would end in infinity. */
function readNumber(headers: Headers, name: string): number | undefined {
  const text = readText(headers, name);
  return text !== undefined && /^\s*\d{1,13}(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}

function readText(headers: Headers, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof value === "string" ? value : undefined;
}
