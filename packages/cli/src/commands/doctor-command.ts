import { toSafeLine } from "@rollouts/core";
import { toPrintableJson } from "@rollouts/report";
import { runDefaults } from "@rollouts/runner";
import type { Check } from "../doctor/check.ts";
import { checkEnvironmentFile } from "../doctor/check-environment-file.ts";
import { checkFileDescriptors } from "../doctor/check-file-descriptors.ts";
import { checkFolder } from "../doctor/check-folder.ts";
import { checkKey } from "../doctor/check-key.ts";
import { checkNode } from "../doctor/check-node.ts";
import { exitCode } from "../process/exit-code.ts";
import type { CommandContext } from "./command-context.ts";

/** The options of `rollouts doctor`. */
export interface DoctorCommandOptions {
  /** A folder that is there. Default: the current one. */
  readonly folder?: string | undefined;
  readonly concurrency?: number | undefined;
  readonly json?: boolean | undefined;
}

/** What most people will ask; without an environment file nobody knows. */
const anyOfOpenAi = { provider: "openai", modelId: "models" };

/** Looks at what a run needs of the machine, and of an environment file if one is named. */
export async function doctorCommand(
  path: string | undefined,
  { folder = ".", concurrency = runDefaults.concurrency, json }: DoctorCommandOptions,
  { output }: CommandContext,
): Promise<number> {
  output.keepOutClean();
  const checks: readonly Check[] = [
    checkNode(),
    checkFileDescriptors(concurrency),
    await checkFolder(folder),
    ...(path === undefined ? [checkKey(anyOfOpenAi)] : await checkEnvironmentFile(path)),
  ];
  await output.out(json ? toPrintableJson(checks) : checks.map(render).join("\n"));
  const isWell = checks.every(({ state }) => state !== "problem");
  return isWell ? exitCode.good : exitCode.gateFailed;
}

function render({ name, state, text }: Check): string {
  return toSafeLine(`${state.padEnd(7)}  ${name}: ${text}`);
}
