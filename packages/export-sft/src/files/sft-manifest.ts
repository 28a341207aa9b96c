import type { Isolation } from "@rollouts/core";
import type { OverflowPolicy } from "../profiles/profile.ts";
import type { SecretPlace } from "../selection/row-notes.ts";
import type { SplitSide } from "../selection/split.ts";

/** The content of `<file>.meta.json`. Whatever counts attempts is about the whole export. */
export interface SftManifest {
  readonly env_fingerprint: string | null;
  readonly policy_fingerprint: string | null;
  readonly report: {
    readonly n_written: number;
    readonly n_skipped_failed: number;
    readonly n_skipped_limit_hit: number;
    readonly n_skipped_tool_runs: number;
    readonly n_skipped_no_text: number;
    readonly n_dropped_over_cap: number;
  };
  readonly options: { readonly only_passed: boolean };
  /** One entry per row of the file, in its order. */
  readonly lines: readonly SftManifestLine[];
  /** Version of this file's shape. */
  readonly format_version: 1;
  /** Package and version that wrote it. */
  readonly producer: string;
  readonly profile: string;
  readonly profile_version: number;
  /** The day of what the profile was checked with. */
  readonly profile_verified_on: string;
  /** Which tokens the consumer trains, in words. */
  readonly loss_mask: string;
  readonly rows: number;
  readonly bytes: number;
  /** SHA-256 of the file; another value means that this manifest is not about that file. */
  readonly sha256: string;
  /** The file's place among those of its side, from 1. */
  readonly shard: { readonly number: number; readonly count: number };
  /** `null` when there is one side. */
  readonly split: {
    readonly side: SplitSide;
    readonly seed: string;
    readonly fraction: number;
  } | null;
  readonly settings: {
    readonly min_score: number | null;
    readonly max_per_task: number | null;
    readonly deduplicate: boolean;
    readonly on_overflow: OverflowPolicy;
    readonly alternation: "refuse" | null;
    readonly allow_mixed_prompts: boolean;
    /** True when a function could change rows. */
    readonly redact: boolean;
    readonly replace_lone_surrogates: boolean;
  };
  /** The other counters of `SftReport`, in snake_case. */
  readonly counters: Readonly<Record<string, number>>;
  /** Attempts that the profile cannot hold, by reason. */
  readonly unsupported: Readonly<Record<string, number>>;
  /** `null` unless tokens were counted. */
  readonly tokens: {
    readonly encoding: string;
    readonly total: number;
    readonly max: number;
    readonly over_limit: number | null;
  } | null;
  /** The lists of tools that models were offered, in the shape of OpenAI's Chat Completions. */
  readonly tool_sets: readonly (readonly object[])[];
  /** Name of the environment. */
  readonly env: string;
  /** Attempts per task. */
  readonly k: number;
  readonly seed: number;
  readonly env_parts: Readonly<Record<string, string>>;
  readonly policy_parts: Readonly<Record<string, string>>;
  readonly isolation: Isolation;
  /** Scored attempts of held-out tasks. */
  readonly skipped_holdout: number;
}

/** Where one row comes from. */
export interface SftManifestLine {
  readonly task_id: string;
  /** From 0. */
  readonly attempt_index: number;
  /** Value of the score, from 0 to 1. */
  readonly score: number;
  /** SHA-256 of the line without its newline, 64 hexadecimal digits. */
  readonly sha256: string;
  /** Estimated; absent unless tokens were counted. */
  readonly tokens?: number | undefined;
  /** Position in `tool_sets`; absent when the agent told no tools. */
  readonly tool_set?: number | undefined;
  /** What looks like a secret; absent when nothing does. */
  readonly secrets?: readonly SecretPlace[] | undefined;
}
