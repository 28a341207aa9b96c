import { RolloutsError } from "@rollouts/core";

/** What a check rejects with when the sink breaks the contract. */
export function sinkBroken(message: string, cause?: unknown): RolloutsError {
  return new RolloutsError({ code: "sink_contract", message, cause });
}
