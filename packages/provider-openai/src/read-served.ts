import type { Served } from "@rollouts/core";
import { withoutUndefined } from "./without-undefined.ts";

/** Reads what answered a call, from the body and the header of either API. */
export function readServed(body: Record<string, unknown>, requestId: string | undefined): Served {
  return withoutUndefined({
    model: toText(body.model),
    responseId: toText(body.id),
    requestId,
    systemFingerprint: toText(body.system_fingerprint),
    serviceTier: toText(body.service_tier),
  });
}

function toText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
