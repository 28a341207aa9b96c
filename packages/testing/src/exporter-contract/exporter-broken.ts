import { RolloutsError } from "@rollouts/core";

/** What a check rejects with when the exporter breaks the contract. */
export function exporterBroken(message: string, cause?: unknown): RolloutsError {
  return new RolloutsError({ code: "exporter_contract", message, cause });
}
