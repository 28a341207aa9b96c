import { stat } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { onAbort, toSafeLine } from "@rollouts/core";
import { checkRunOptions } from "./check-run-options.ts";
import type { CommandContext } from "./command-context.ts";
import { exitCode } from "./exit-code.ts";
import { LoadError } from "./load-error.ts";
import type { RunCommandOptions } from "./run-command-options.ts";
import { type NextChange, nextChange } from "./watch/next-change.ts";
import { runChild } from "./watch/run-child.ts";

/**
 * Runs an environment file, and again whenever a file of its project changes, until it is interrupted.
 * Each run is a process of its own, so a save that does not load costs that run alone.
 */
export async function watchCommand(
  path: string,
  options: RunCommandOptions,
  { output: { log }, interrupt, args }: CommandContext,
): Promise<number> {
  await checkRunOptions(options);
  if ((await stat(path).catch(() => null)) === null) {
    throw new LoadError(`There is no environment file ${path}.`);
  }
  const signal = interrupt.startRun();
  const root = projectOf(path);
  const outputs = outputsOf(options);
  const childArgs = args.filter((word) => word !== "--watch");
  while (!signal.aborted) {
    const change = await nextChange(root, { outputs });
    const code = await runUntilChange(childArgs, change, signal);
    if (!signal.aborted) log(`Exit code ${code}. Waiting for a change in ${toSafeLine(root)}.`);
    const changed = await Promise.race([change.seen, whenAborted(signal)]);
    change.close();
    if (changed !== null) log(`Changed: ${toSafeLine(relative(root, changed))}`);
  }
  return exitCode.aborted;
}

/** The folder that is watched: the current one if the file lies in it, else the file's own. */
function projectOf(path: string): string {
  const isInside = !relative(process.cwd(), resolve(path)).startsWith("..");
  return isInside ? process.cwd() : dirname(resolve(path));
}

function outputsOf({ export: exportPath, report = [] }: RunCommandOptions): ReadonlySet<string> {
  const paths = [exportPath, ...report].filter((each) => each !== undefined);
  return new Set(paths.map((each) => resolve(each)));
}

/** Runs once; a change stops it early. */
async function runUntilChange(
  args: readonly string[],
  change: NextChange,
  signal: AbortSignal,
): Promise<number> {
  const child = runChild(args);
  // On a terminal the child has got the Ctrl-C itself, and a second signal would end it at once.
  const unlisten = onAbort(signal, () => process.stdin.isTTY || child.stop());
  void change.seen.then(child.stop);
  const code = await child.ended;
  unlisten();
  change.runEnded();
  return code;
}

function whenAborted(signal: AbortSignal): Promise<null> {
  if (signal.aborted) return Promise.resolve(null);
  return new Promise((resolve) => void onAbort(signal, () => resolve(null)));
}
