import { invalidArgument } from "@rollouts/core";
import {
  checkOptions,
  checkPath,
  type Edits,
  type OverflowPolicy,
  type RedactHook,
  readSplit,
  type SplitOptions,
  type SplitSettings,
} from "@rollouts/export-sft/rows";
import { type FoundProfile, findProfile } from "../profiles/find-profile.ts";
import type { DatasetKind, PreferenceProfile } from "../profiles/preference-profile.ts";
import type { PreferenceProfileName } from "../profiles/profiles.ts";
import { defaultProfiles } from "./default-profiles.ts";

/** What all exports of this package can be told. */
export interface DatasetOptions {
  /**
   * What happens to rows over the profile's size. A row that no file could hold is an error under
   * `shard` and `error`. @defaultValue "shard"
   */
  readonly onOverflow?: OverflowPolicy | undefined;
  /** Send some of the tasks to a second file. Default: one file. */
  readonly split?: SplitOptions | undefined;
  /**
   * Sees a copy of the conversation of every attempt before it is checked and written; gives it back,
   * changed or not, or `null` to leave the attempt out. Default: nothing is changed.
   */
  readonly redact?: RedactHook | undefined;
  /**
   * Write U+FFFD in place of halves of characters, which UTF-8 cannot carry. Without it the first one
   * fails the export. @defaultValue false
   */
  readonly replaceLoneSurrogates?: boolean | undefined;
}

/** Which consumer a file is for. */
export type ProfileOption = PreferenceProfileName | PreferenceProfile;

/** The options that all exports have, with their defaults filled in. */
export interface DatasetSettings<Kind extends DatasetKind> extends FoundProfile<Kind>, Edits {
  readonly kind: Kind;
  readonly onOverflow: OverflowPolicy;
  readonly split: SplitSettings | null;
}

const commonKeys = ["profile", "onOverflow", "split", "redact", "replaceLoneSurrogates"];

export interface ReadOptions<Kind extends DatasetKind> {
  readonly kind: Kind;
  readonly path: string;
  readonly caller: string;
  /** Keys of options that this export has besides. */
  readonly ownKeys: readonly string[];
}

/** Checks the options that all exports have, which may come from anywhere, and their keys. */
export function readDatasetOptions<Kind extends DatasetKind>(
  options: DatasetOptions & { readonly profile?: ProfileOption | undefined },
  { kind, path, caller, ownKeys }: ReadOptions<Kind>,
): DatasetSettings<Kind> {
  checkPath(path);
  checkOptions(options, [...commonKeys, ...ownKeys], caller);
  const {
    profile = defaultProfiles[kind],
    onOverflow = "shard",
    split,
    redact,
    replaceLoneSurrogates,
  } = options;
  if (!["shard", "error", "truncate"].includes(onOverflow)) {
    throw invalidArgument("onOverflow", '"shard", "error" or "truncate"', onOverflow);
  }
  if (redact !== undefined && typeof redact !== "function") {
    throw invalidArgument("redact", "a function of a conversation", redact);
  }
  return {
    ...findProfile(profile, kind),
    kind,
    onOverflow,
    split: split === undefined ? null : readSplit(split, path),
    redact: redact ?? null,
    replaceLoneSurrogates: readFlag(replaceLoneSurrogates, "replaceLoneSurrogates"),
  };
}

/** Reads an option that is `true` or `false`, by default `false`. */
export function readFlag(value: unknown, name: string): boolean {
  if (value === undefined) return false;
  if (typeof value !== "boolean") throw invalidArgument(name, "true or false", value);
  return value;
}
