import { expect, test } from "vitest";
import { readDurationMs } from "./duration.ts";
import { readLimitResetMs, readRateLimits } from "./rate-limits.ts";

const inMs = { resetUnit: "ms" } as const;

test.each([
  ["6s", 6000],
  ["1.57s", 1570],
  ["1m30.951s", 90_951],
  ["20ms", 20],
  ["2h0m0s", 7_200_000],
  ["1d", 86_400_000],
  ["0s", 0],
  ["6", undefined],
  ["", undefined],
  ["6 s", undefined],
  ["1.2.3s", undefined],
  ["s", undefined],
  ["99999999999s", undefined],
])("the duration %j is %s ms", (text, expected) => {
  expect(readDurationMs(text)).toBe(expected);
});

test("limits of requests and of tokens, as far as they are told", () => {
  const headers = new Headers({
    "x-ratelimit-limit-requests": "500",
    "x-ratelimit-remaining-requests": "0",
    "x-ratelimit-reset-requests": "120ms",
    "x-ratelimit-limit-tokens": "many",
    "x-ratelimit-remaining-tokens": "-1",
    "x-ratelimit-reset-tokens": "1500",
  });
  expect(readRateLimits(headers, inMs)).toEqual({
    requests: { limit: 500, remaining: 0, resetMs: 120 },
    tokens: { resetMs: 1500 },
  });
  expect(readRateLimits(new Headers({ "x-ratelimit-reset-tokens": "soon" }), inMs)).toBeUndefined();
  const seconds = new Headers({ "x-ratelimit-reset-tokens": "33.5" });
  expect(readRateLimits(seconds, inMs)).toEqual({ tokens: { resetMs: 33_500 } });
});

test("a number without a unit is what the server counts in", () => {
  const headers = new Headers({
    "x-ratelimit-remaining-tokens": "0",
    "x-ratelimit-reset-tokens": "33",
  });
  expect(readRateLimits(headers, inMs)).toEqual({ tokens: { remaining: 0, resetMs: 33 } });
  const inSeconds = { resetUnit: "s" } as const;
  expect(readRateLimits(headers, inSeconds)).toEqual({ tokens: { remaining: 0, resetMs: 33_000 } });
  expect(readLimitResetMs(headers, inSeconds)).toBe(33_000);
});

const now = Date.UTC(2026, 0, 1, 12, 0, 0);

test.each<[string, Record<string, string>, number | undefined]>([
  ["nothing", {}, undefined],
  [
    "the limit of which nothing remains",
    {
      "x-ratelimit-remaining-requests": "3",
      "x-ratelimit-reset-requests": "9s",
      "x-ratelimit-remaining-tokens": "0",
      "x-ratelimit-reset-tokens": "2s",
    },
    2000,
  ],
  [
    "the longer of two",
    {
      "x-ratelimit-remaining-requests": "0",
      "x-ratelimit-reset-requests": "9s",
      "x-ratelimit-remaining-tokens": "0",
      "x-ratelimit-reset-tokens": "2s",
    },
    9000,
  ],
  [
    "a limit that is not used up",
    { "x-ratelimit-remaining-tokens": "5", "x-ratelimit-reset-tokens": "2s" },
    undefined,
  ],
  ["seconds", { "x-ratelimit-reset": "12" }, 12_000],
  ["a duration", { "x-ratelimit-reset": "1m" }, 60_000],
  ["a point in time in seconds", { "x-ratelimit-reset": String(now / 1000 + 30) }, 30_000],
  ["a point in time in milliseconds", { "x-ratelimit-reset": String(now + 30_000) }, 30_000],
  ["a point in time that is past", { "x-ratelimit-reset": String(now - 1) }, 0],
  ["a word", { "x-ratelimit-reset": "soon" }, undefined],
])("how long until there is more, by %s", (_name, headers, expected) => {
  expect(readLimitResetMs(new Headers(headers), inMs, now)).toBe(expected);
});

test("blanks around a value are no part of it, whoever left them", () => {
  const values = { "x-ratelimit-remaining-requests": " 0 ", "x-ratelimit-reset-requests": "20s\t" };
  const headers = { get: (name: string) => values[name as keyof typeof values] ?? null };
  expect(readLimitResetMs(headers, inMs, now)).toBe(20_000);
});
