import { toSafeLine } from "@rollouts/core";
import { type RowOrigin, traceRow } from "@rollouts/export-sft";
import { toPrintableJson } from "@rollouts/report";
import { asUnreadable } from "../load/as-unreadable.ts";
import { exitCode } from "../process/exit-code.ts";
import type { CommandContext } from "./command-context.ts";

/** The options of `rollouts trace`. */
export interface TraceCommandOptions {
  readonly json?: boolean | undefined;
}

/** Prints which attempt a line of a training file comes from. */
export async function traceCommand(
  path: string,
  line: number,
  { json }: TraceCommandOptions,
  { output }: CommandContext,
): Promise<number> {
  const origin = await traceRow(path, line).catch(asUnreadable);
  await output.out(json ? toPrintableJson(origin) : renderOrigin(origin));
  return exitCode.good;
}

function renderOrigin(origin: RowOrigin): string {
  const unknown = "unknown";
  return [
    `attempt:      ${origin.taskId}/${origin.attemptIndex}`,
    `score:        ${origin.score}`,
    `environment:  ${origin.env ?? unknown}`,
    `fingerprints: ${origin.envFingerprint ?? unknown}`,
    `              ${origin.policyFingerprint ?? unknown}`,
    `sha256:       ${origin.sha256}`,
  ]
    .map(toSafeLine)
    .join("\n");
}
