import { expect, test } from "vitest";
import { readRateLimits, readRequestId, readRetryAfterMs } from "./headers.ts";

const now = Date.parse("2026-01-01T00:00:00Z");

test.each([
  [{ "retry-after-ms": "50", "retry-after": "9" }, 50],
  [{ "retry-after": "2" }, 2000],
  [{ "retry-after": "0.5" }, 500],
  [{ "retry-after": "Thu, 01 Jan 2026 00:00:05 GMT" }, 5000],
  [{ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, 0],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after": "99999999999999999999" }, undefined],
  [{ "retry-after": 2 }, undefined],
  [{}, undefined],
])("the wait in %j", (headers, waitMs) => {
  expect(readRetryAfterMs(headers, now)).toBe(waitMs);
});

test.each([
  [
    { "x-ratelimit-limit-requests": "60", "x-ratelimit-reset-requests": "1.57s" },
    { requests: { limit: 60, resetMs: 1570 } },
  ],
  [
    {
      "anthropic-ratelimit-tokens-limit": "8000",
      "anthropic-ratelimit-tokens-remaining": "7000",
      "anthropic-ratelimit-tokens-reset": "2026-01-01T00:00:30Z",
    },
    { tokens: { limit: 8000, remaining: 7000, resetMs: 30_000 } },
  ],
  [{ "x-ratelimit-remaining-tokens": "-1", "x-ratelimit-reset-tokens": "later" }, undefined],
])("the limits in %j", (headers, limits) => {
  expect(readRateLimits(headers, now)).toEqual(limits);
});

test.each([
  [{ "x-request-id": "a", "request-id": "b" }, "a"],
  [{ "request-id": "b" }, "b"],
  [{ "x-request-id": 7 }, undefined],
  [JSON.parse('{"__proto__": {"x-request-id": "p"}}'), undefined],
])("the id in %j", (headers, id) => {
  expect(readRequestId(headers)).toBe(id);
});
