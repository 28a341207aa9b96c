import { describeValue } from "./checks/describe-value.ts";
import { ScorerError } from "./errors/scorer-error.ts";
import { readDetail } from "./read-detail.ts";
import type { Score, Unscored } from "./score.ts";

/**
 * Checks what a scorer answered and brings it into one form.
 *
 * `null` means that the scorer cannot tell. A bare number passes from 0.5 on.
 *
 * @throws ScorerError for anything that is no verdict, such as NaN, 1.2 or "0.7".
 */
export function readVerdict(verdict: unknown, scorerName: string): Score | Unscored {
  if (typeof verdict === "boolean") return { value: verdict ? 1 : 0, passed: verdict };
  if (typeof verdict === "number") {
    const value = readValue(verdict, verdict, scorerName);
    return { value, passed: value >= 0.5 };
  }
  if (verdict === null) return { unscored: true, reason: "the scorer cannot tell" };
  if (typeof verdict !== "object") throw noVerdict(verdict, scorerName);
  if ("unscored" in verdict) return readUnscored(verdict, scorerName);
  return readScore(verdict, scorerName);
}

function readScore(verdict: object, scorerName: string): Score {
  const { value, passed, reason, detail } = verdict as Partial<Record<keyof Score, unknown>>;
  if (typeof passed !== "boolean") throw noVerdict(verdict, scorerName);
  return {
    value: readValue(value, verdict, scorerName),
    passed,
    ...(reason === undefined || reason === null ? {} : { reason: toText(reason) }),
    ...(detail === undefined ? {} : { detail: readDetail(detail) }),
  };
}

function toText(reason: unknown): string {
  return typeof reason === "string" ? reason : describeValue(reason);
}

function readUnscored(verdict: object, scorerName: string): Unscored {
  const { unscored, reason, detail } = verdict as Partial<Record<keyof Unscored, unknown>>;
  if (unscored !== true || typeof reason !== "string") throw noVerdict(verdict, scorerName);
  return { unscored, reason, ...(detail === undefined ? {} : { detail: readDetail(detail) }) };
}

function readValue(value: unknown, verdict: unknown, scorerName: string): number {
  if (typeof value !== "number") throw noVerdict(verdict, scorerName);
  if (!(value >= 0 && value <= 1)) {
    throw new ScorerError({
      scorer: scorerName,
      message: `The value of a score must be in 0..1, got ${value}.`,
    });
  }
  return Math.abs(value); // -0 becomes 0
}

function noVerdict(verdict: unknown, scorerName: string): ScorerError {
  return new ScorerError({
    scorer: scorerName,
    message: `A scorer must answer true, false, a number from 0 to 1, { value, passed }, unscored(reason) or null, got ${describeValue(verdict)}.`,
  });
}
