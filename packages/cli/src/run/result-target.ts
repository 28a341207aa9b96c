import { stat, unlink } from "node:fs/promises";
import { InvalidArgumentError } from "@rollouts/core";
import { type OpenResultFile, openResultFile } from "@rollouts/result-file";
import { exists } from "../files/exists.ts";
import { fromStart } from "../files/from-start.ts";
import { LoadError } from "../load/load-error.ts";
import { resumeCommand } from "./resume-command.ts";
import type { RunCommandOptions } from "./run-command-options.ts";

/** The result file of a run, if it has one. */
export interface ResultTarget {
  readonly path: string;
  readonly sink: OpenResultFile;
  /** Removes the file if this run has made it and nothing came to be in it. True when it did. */
  discardIfEmpty(): Promise<boolean>;
}

/** @throws InvalidArgumentError for options that need a result file to go on with. */
export function checkResultOptions({ resume, retry, explain }: RunCommandOptions): void {
  if (resume !== undefined) return;
  const option = retry === undefined ? explain && "--explain" : "--retry";
  if (!option) return;
  throw new InvalidArgumentError({
    argument: option,
    message: `${option} is about a run that goes on: it needs --resume <path>.`,
  });
}

/** Opens the file that `--out` or `--resume` names. */
export async function openResultTarget(
  environmentPath: string,
  options: RunCommandOptions,
): Promise<ResultTarget | null> {
  const { out, resume } = options;
  if (resume !== undefined) {
    const sink = await openResultFile(fromStart(resume), { mode: "resume" });
    return { path: resume, sink, discardIfEmpty: async () => false };
  }
  if (out === undefined) return null;
  const outPath = fromStart(out);
  if (await exists(outPath)) {
    throw new LoadError(
      `--out ${out} is there already. Go on with it: ${resumeCommand(environmentPath, out, options)}. Or name another file.`,
    );
  }
  const sink = await openResultFile(outPath, { mode: "create" });
  return { path: out, sink, discardIfEmpty: () => removeEmpty(outPath) };
}

async function removeEmpty(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found?.size !== 0) return false;
  await unlink(path);
  return true;
}
