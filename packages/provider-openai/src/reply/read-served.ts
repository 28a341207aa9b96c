import { type Served, withoutUndefined } from "@rollouts/core";
import type { Call } from "../call.ts";
import { quote } from "../quote.ts";
import type { AnswerHead } from "../wire/answer-head.ts";

/** Reads what answered a call, from the body and the head of an answer of either API. */
export function readServed(
  body: Record<string, unknown>,
  { requestId }: AnswerHead,
  call: Call,
): Served {
  // Evidence is kept and shown, so it is foreign text like any other.
  const show = (value: unknown) =>
    typeof value === "string" && value !== "" ? quote(value, call) : undefined;
  return withoutUndefined({
    model: show(body.model),
    responseId: show(body.id),
    requestId: show(requestId),
    systemFingerprint: show(body.system_fingerprint),
    serviceTier: show(body.service_tier),
  });
}
