import { RolloutsError } from "@rollouts/core";

/** What a check rejects with when the scorer breaks the contract. */
export function scorerBroken(message: string, cause?: unknown): RolloutsError {
  return new RolloutsError({ code: "scorer_contract", message, cause });
}
