import { toSafeLine } from "@rollouts/core";
import { toPrintableJson } from "@rollouts/report";
import { type SalvageReport, salvage } from "@rollouts/result-file";
import { checkFiles } from "../files/check-files.ts";
import { exitCode } from "../process/exit-code.ts";
import type { CommandContext } from "./command-context.ts";

/** Lines that were left, before the rest is counted. */
const maxLines = 20;

/** The options of `rollouts salvage`. */
export interface SalvageCommandOptions {
  readonly json?: boolean | undefined;
}

/** Copies what is whole of a damaged result file to a new one, and says what it left. */
export async function salvageCommand(
  path: string,
  out: string,
  { json }: SalvageCommandOptions,
  { output }: CommandContext,
): Promise<number> {
  await checkFiles({ inputs: [["the damaged file", path]], outputs: [["the output", out]] });
  const report = await salvage(path, out);
  await output.out(json ? toPrintableJson(report) : renderSalvage(report));
  return exitCode.good;
}

function renderSalvage({ path, attemptCount, lineCount, left }: SalvageReport): string {
  const more = left.length - maxLines;
  return [
    `recovered ${attemptCount} attempts in ${lineCount} lines, left ${left.length}`,
    ...left
      .slice(0, maxLines)
      .map(({ line, bytes, reason }) => `  line ${line} (${bytes} bytes): ${toSafeLine(reason)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    `  ${toSafeLine(path)}`,
  ].join("\n");
}
