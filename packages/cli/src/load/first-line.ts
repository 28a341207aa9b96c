import { describeThrown } from "@rollouts/core";

/** What was thrown, without the stacks and code frames that loaders put behind it. */
export function firstLine(thrown: unknown): string {
  return describeThrown(thrown).split("\n", 1)[0] ?? "";
}
