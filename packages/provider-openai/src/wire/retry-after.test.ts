import { expect, test } from "vitest";
import { readRetryAfterMs } from "./retry-after.ts";

const now = Date.UTC(2026, 0, 1, 12, 0, 0);

test.each<[Record<string, string>, number | undefined]>([
  [{}, undefined],
  [{ "retry-after-ms": "50" }, 50],
  [{ "retry-after-ms": "50", "retry-after": "3" }, 50],
  [{ "retry-after-ms": "soon", "retry-after": "3" }, 3000],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after": "1.5" }, 1500],
  [{ "retry-after": "3600" }, 3_600_000],
  [{ "retry-after": "Thu, 01 Jan 2026 12:00:30 GMT" }, 30_000],
  [{ "retry-after": "Thu, 01 Jan 2026 11:00:00 GMT" }, 0],
  [{ "retry-after": "Thu, 01 Jan 2026 12:00:30 gmt" }, 30_000],
  [{ "retry-after": "Thursday, 01-Jan-26 12:00:30 GMT" }, 30_000],
  [{ "retry-after": "Thu Jan  1 12:00:30 2026" }, 30_000],
  [{ "retry-after": "Thu Jan 01 12:00:30 2026" }, 30_000],
  [{ "retry-after": "Thu Jan  1 2026" }, undefined],
  [{ "retry-after": "2026-01-01T12:00:30Z" }, undefined],
  [{ "retry-after": "9".repeat(400) }, undefined],
  [{ "retry-after-ms": "9".repeat(400), "retry-after": "2" }, 2000],
  [{ "retry-after": "-5" }, undefined],
  [{ "retry-after": "later" }, undefined],
  [{ "retry-after": "" }, undefined],
  [{ "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "7.66s" }, 7660],
  [{ "retry-after": "later", "x-ratelimit-reset": "2" }, 2000],
  [{ "retry-after": "1", "x-ratelimit-reset": "2" }, 1000],
])("%j asks for %s ms", (headers, expected) => {
  expect(readRetryAfterMs(new Headers(headers), { resetUnit: "ms" }, now)).toBe(expected);
});
