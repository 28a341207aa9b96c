import { invalidArgument } from "@rollouts/core";
import { checkOptions } from "./check-arguments.ts";
import type { Edits, RedactHook } from "./conversation/edit-conversation.ts";
import { fileRulesOf } from "./profiles/file-rules.ts";
import { findProfile } from "./profiles/find-profile.ts";
import type { OverflowPolicy, SftProfile } from "./profiles/profile.ts";
import { profiles, type SftProfileName } from "./profiles/profiles.ts";
import type { LineRules } from "./rows/check-line.ts";
import { readSplit, type SplitOptions, type SplitSettings } from "./selection/split-options.ts";

/** What `toSftJsonl` takes. */
export interface ToSftJsonlOptions {
  /** Which consumer the file is for: a name, or a profile of your own. @defaultValue "portable" */
  readonly profile?: SftProfileName | SftProfile | undefined;
  /** Leave failed attempts out. @defaultValue true */
  readonly onlyPassed?: boolean | undefined;
  /** Leave attempts out whose score is lower. From 0 to 1. Default: no attempt is left out. */
  readonly minScore?: number | undefined;
  /** Most rows of one task, the first in attempt order. Default: no limit. */
  readonly maxPerTask?: number | undefined;
  /** Write each conversation once, however many attempts had it. Default: by the profile. */
  readonly deduplicate?: boolean | undefined;
  /**
   * What happens to rows over the profile's size. A row that no file could hold is an error under
   * `shard` and `error`. Default: by the profile.
   */
  readonly onOverflow?: OverflowPolicy | undefined;
  /** Refuse conversations in which a role speaks twice in a row. Default: by the profile. */
  readonly alternation?: "refuse" | undefined;
  /**
   * Write attempts of one task that had different system prompts. Without it those that differ from
   * the first row of the task are left out. Default: by the profile.
   */
  readonly allowMixedPrompts?: boolean | undefined;
  /** Send some of the tasks, with all their attempts, to a second file. Default: one file. */
  readonly split?: SplitOptions | undefined;
  /**
   * Sees a copy of every conversation before it is checked and written; gives it back, changed or
   * not, or `null` to leave the attempt out. `findSecrets` finds the places. Default: nothing is
   * changed.
   */
  readonly redact?: RedactHook | undefined;
  /**
   * Write U+FFFD in place of halves of characters, which UTF-8 cannot carry. Without it the first one
   * fails the export. @defaultValue false
   */
  readonly replaceLoneSurrogates?: boolean | undefined;
  /** Estimate tokens, which needs the package `gpt-tokenizer`. @defaultValue false */
  readonly countTokens?: boolean | undefined;
}

/** The options with their defaults filled in. */
export interface SftSettings extends Edits {
  readonly profile: SftProfile;
  /** What rows are held against before they are written; `null` for what is shipped and tested. */
  readonly rowRules: LineRules | null;
  readonly onlyPassed: boolean;
  readonly minScore: number | null;
  readonly maxPerTask: number | null;
  readonly deduplicate: boolean;
  readonly onOverflow: OverflowPolicy;
  readonly alternation: "refuse" | null;
  readonly allowMixedPrompts: boolean;
  readonly split: SplitSettings | null;
  readonly countTokens: boolean;
}

const optionKeys = [
  "profile",
  "onlyPassed",
  "minScore",
  "maxPerTask",
  "deduplicate",
  "onOverflow",
  "alternation",
  "allowMixedPrompts",
  "split",
  "redact",
  "replaceLoneSurrogates",
  "countTokens",
];

/** Checks the options of an export to `path`, which may come from anywhere. */
export function readOptions(options: ToSftJsonlOptions, path: string): SftSettings {
  checkOptions(options, optionKeys, "toSftJsonl");
  const { profile = "portable" } = options;
  const found = findProfile(profile);
  const { onOverflow = found.defaults.onOverflow, minScore, maxPerTask, redact } = options;
  if (!["shard", "error", "truncate"].includes(onOverflow)) {
    throw invalidArgument("onOverflow", '"shard", "error" or "truncate"', onOverflow);
  }
  if (minScore !== undefined && !(typeof minScore === "number" && minScore >= 0 && minScore <= 1)) {
    throw invalidArgument("minScore", "a number from 0 to 1", minScore);
  }
  if (maxPerTask !== undefined && !(Number.isSafeInteger(maxPerTask) && maxPerTask >= 1)) {
    throw invalidArgument("maxPerTask", "a whole number >= 1", maxPerTask);
  }
  if (redact !== undefined && typeof redact !== "function") {
    throw invalidArgument("redact", "a function of a conversation", redact);
  }
  const { defaults } = found;
  const alternation = readAlternation(options.alternation);
  const chosen = alternation === null ? found : refuseRepeats(found);
  return {
    profile: chosen,
    rowRules: Object.values(profiles).includes(found) ? null : fileRulesOf(chosen),
    onlyPassed: readFlag(options, "onlyPassed", true),
    minScore: minScore ?? null,
    maxPerTask: maxPerTask ?? null,
    deduplicate: readFlag(options, "deduplicate", defaults.deduplicate),
    onOverflow,
    alternation,
    allowMixedPrompts: readFlag(options, "allowMixedPrompts", defaults.allowMixedPrompts),
    split: options.split === undefined ? null : readSplit(options.split, path),
    redact: redact ?? null,
    replaceLoneSurrogates: readFlag(options, "replaceLoneSurrogates", false),
    countTokens: readFlag(options, "countTokens", false),
  };
}

function readFlag(
  options: ToSftJsonlOptions,
  name:
    | "onlyPassed"
    | "deduplicate"
    | "allowMixedPrompts"
    | "replaceLoneSurrogates"
    | "countTokens",
  byDefault: boolean,
): boolean {
  const { [name]: value = byDefault } = options;
  if (typeof value !== "boolean") throw invalidArgument(name, "true or false", value);
  return value;
}

function readAlternation(value: unknown): "refuse" | null {
  if (value === undefined) return null;
  if (value !== "refuse") throw invalidArgument("alternation", '"refuse"', value);
  return value;
}

function refuseRepeats(profile: SftProfile): SftProfile {
  return { ...profile, order: { ...profile.order, repeatable: [] } };
}
