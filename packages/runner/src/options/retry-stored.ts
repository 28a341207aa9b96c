import type { AttemptResult } from "@rollouts/core";

/** Which attempts that a sink holds already, and that got no verdict, are tried again. */
export type RetryStored = "none" | "errors" | "unscored";

export const retryChoices: readonly RetryStored[] = ["none", "errors", "unscored"];

/** Whether an attempt without a verdict is one of those. */
export function isRetried({ stopReason, unscored }: AttemptResult, choice: RetryStored): boolean {
  switch (choice) {
    case "none":
      return false;
    case "errors":
      return stopReason === "error" || unscored?.cause === "scorer-error";
    case "unscored":
      return unscored !== null;
  }
}
