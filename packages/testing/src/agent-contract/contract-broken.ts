import { RolloutsError } from "@rollouts/core";

/** What a check rejects with when the agent breaks the contract. */
export function contractBroken(message: string, cause?: unknown): RolloutsError {
  return new RolloutsError({ code: "agent_contract", message, cause });
}
