import type { JsonObject, ResultHeader } from "@rollouts/core";
import packageJson from "../../package.json" with { type: "json" };
import type { SplitSide } from "../selection/split.ts";
import type { SftSettings } from "../sft-options.ts";
import type { RowFacts } from "../sft-report.ts";
import type { CompletedFile } from "./dataset-output.ts";
import type { SftManifest } from "./sft-manifest.ts";

export interface ManifestFacts {
  readonly header: ResultHeader;
  readonly facts: RowFacts;
  readonly settings: SftSettings;
  readonly toolSets: readonly (readonly JsonObject[])[];
  readonly file: CompletedFile;
  /** `null` without `split`. */
  readonly side: SplitSide | null;
}

/**
 * The manifest of a file, without the entries of its rows. It holds no time and no folder, so that a
 * second export gives the same.
 */
export function describeManifest(options: ManifestFacts): SftManifest {
  const { header, facts, settings, toolSets, file, side } = options;
  const { profile, split } = settings;
  return {
    env_fingerprint: header.envFingerprint,
    policy_fingerprint: header.policyFingerprint,
    report: {
      n_written: facts.written,
      n_skipped_failed: facts.skippedFailed,
      n_skipped_limit_hit: facts.skippedLimitHit,
      n_skipped_tool_runs: facts.skippedToolRuns,
      n_skipped_no_text: facts.skippedNoText,
      n_dropped_over_cap: facts.droppedOverCap,
    },
    options: { only_passed: settings.onlyPassed },
    lines: [],
    format_version: 1,
    producer: `${packageJson.name}@${packageJson.version}`,
    profile: profile.name,
    profile_version: profile.version,
    profile_verified_on: profile.verifiedOn,
    loss_mask: profile.lossMask,
    rows: file.rows,
    bytes: file.bytes,
    sha256: file.sha256,
    shard: { number: file.shard, count: file.shardCount },
    split:
      side === null || split === null ? null : { side, seed: split.seed, fraction: split.fraction },
    settings: settingsOf(settings),
    counters: countersOf(facts),
    unsupported: facts.unsupported,
    tokens: facts.tokens === null ? null : tokensOf(facts.tokens),
    tool_sets: toolSets,
    env: header.env,
    k: header.k,
    seed: header.seed,
    env_parts: header.envParts,
    policy_parts: header.policyParts,
    isolation: header.isolation,
    skipped_holdout: facts.skippedHoldout,
  };
}

function settingsOf(settings: SftSettings): SftManifest["settings"] {
  return {
    min_score: settings.minScore,
    max_per_task: settings.maxPerTask,
    deduplicate: settings.deduplicate,
    on_overflow: settings.onOverflow,
    alternation: settings.alternation,
    allow_mixed_prompts: settings.allowMixedPrompts,
    redact: settings.redact !== null,
    replace_lone_surrogates: settings.replaceLoneSurrogates,
  };
}

function countersOf(facts: RowFacts): SftManifest["counters"] {
  return {
    considered: facts.considered,
    skipped_error: facts.skippedError,
    skipped_timeout: facts.skippedTimeout,
    skipped_truncated: facts.skippedTruncated,
    skipped_unscored: facts.skippedUnscored,
    skipped_low_score: facts.skippedLowScore,
    skipped_mixed_prompt: facts.skippedMixedPrompt,
    skipped_unsupported: facts.skippedUnsupported,
    dropped_by_redaction: facts.droppedByRedaction,
    dropped_duplicates: facts.droppedDuplicates,
    dropped_over_task_cap: facts.droppedOverTaskCap,
    redacted: facts.redacted,
    with_replaced_surrogates: facts.withReplacedSurrogates,
    with_secrets: facts.withSecrets,
    with_special_token_text: facts.withSpecialTokenText,
    with_unpaired_think_tag: facts.withUnpairedThinkTag,
    without_reasoning: facts.withoutReasoning,
  };
}

function tokensOf({
  encoding,
  total,
  max,
  overLimit,
}: NonNullable<RowFacts["tokens"]>): SftManifest["tokens"] {
  return { encoding, total, max, over_limit: overLimit };
}
