import { invalidArgument, isPlainObject, refuseUnknownKeys } from "@rollouts/core";
import { checkPath } from "../check-arguments.ts";
import { sharesFile } from "../files/shares-file.ts";
import type { Split } from "./split.ts";
import { validationPathOf } from "./validation-path.ts";

/** What `split` takes: a validation file beside the training file. */
export interface SplitOptions {
  /** Share of the tasks that goes to the validation file, more than 0 and less than 1. */
  readonly fraction: number;
  /** Another seed gives another choice of tasks. @defaultValue "" */
  readonly seed?: string | undefined;
  /** Default: `rows.validation.jsonl` for `rows.jsonl`. */
  readonly validationPath?: string | undefined;
}

/** The split with its defaults filled in. */
export interface SplitSettings extends Split {
  readonly validationPath: string;
}

/** Checks a split of the file at `path`, which may come from anywhere. */
export function readSplit(split: SplitOptions, path: string): SplitSettings {
  if (!isPlainObject(split)) throw invalidArgument("split", "an object", split);
  refuseUnknownKeys(split, ["fraction", "seed", "validationPath"], "split");
  const { fraction, seed = "", validationPath = validationPathOf(path) } = split;
  if (typeof fraction !== "number" || !(fraction > 0 && fraction < 1)) {
    throw invalidArgument("split.fraction", "a number between 0 and 1", fraction);
  }
  if (typeof seed !== "string") throw invalidArgument("split.seed", "text", seed);
  checkPath(validationPath, "split.validationPath");
  // Of shards, whose number nobody knows yet, names are compared when they are given.
  if (sharesFile(validationPath, path)) {
    throw invalidArgument("split.validationPath", "the path of another file", validationPath);
  }
  return { fraction, seed, validationPath };
}
