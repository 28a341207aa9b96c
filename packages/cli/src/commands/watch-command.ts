import { dirname, relative, resolve } from "node:path";
import { onAbort, toSafeLine } from "@rollouts/core";
import { exists } from "../files/exists.ts";
import { LoadError } from "../load/load-error.ts";
import { exitCode } from "../process/exit-code.ts";
import { checkRunOptions } from "../run/check-run-options.ts";
import type { RunCommandOptions } from "../run/run-command-options.ts";
import { type NextChange, nextChange } from "../watch/next-change.ts";
import { runChild } from "../watch/run-child.ts";
import type { CommandContext } from "./command-context.ts";

/**
 * Runs an environment file, and again whenever a file of its project changes, until it is interrupted.
 * Each run is a process of its own, so a save that does not load costs that run alone.
 */
export async function watchCommand(
  path: string,
  options: RunCommandOptions,
  { output: { log }, interrupt, args }: CommandContext,
): Promise<number> {
  await checkRunOptions(path, options);
  if (!(await exists(path))) throw new LoadError(`There is no environment file ${path}.`);
  const signal = interrupt.startRun();
  const root = projectOf(path);
  const outputs = outputsOf(options);
  const childArgs = args.filter((word) => word !== "--watch");
  while (!signal.aborted) {
    const change = await nextChange(root, { outputs });
    const code = await runUntilChange(childArgs, change, signal);
    if (!signal.aborted) log(`Exit code ${code}. Waiting for a change in ${toSafeLine(root)}.`);
    const changed = await changeUnlessAborted(change, signal);
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

/** What the run itself writes; `--out` does not go with a watch. */
export function outputsOf(options: RunCommandOptions): ReadonlySet<string> {
  const { resume, export: exportPath, report = [] } = options;
  const paths = [resume, exportPath, ...report].filter((each) => each !== undefined);
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

/** The file that changed; `null` once the watch is to end. */
async function changeUnlessAborted(
  { seen }: NextChange,
  signal: AbortSignal,
): Promise<string | null> {
  if (signal.aborted) return null;
  let unlisten = () => {};
  const aborted = new Promise<null>((resolve) => {
    unlisten = onAbort(signal, () => resolve(null));
  });
  return await Promise.race([seen, aborted]).finally(unlisten);
}
