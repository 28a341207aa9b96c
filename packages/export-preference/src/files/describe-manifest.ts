import type { JsonObject, ResultHeader } from "@rollouts/core";
import type { CompletedFile, SplitSide } from "@rollouts/export-sft/rows";
import packageJson from "../../package.json" with { type: "json" };
import type { DatasetSettings } from "../options/dataset-options.ts";
import type { DatasetKind } from "../profiles/preference-profile.ts";
import type { RowWriter } from "./row-writer.ts";

/** What the manifests of one kind of data set say besides what all of them say. */
export interface ManifestParts {
  readonly report: JsonObject;
  readonly settings: JsonObject;
  readonly counters: JsonObject;
  /** Further members. */
  readonly more?: JsonObject;
}

export interface ManifestFacts {
  readonly header: ResultHeader;
  readonly settings: DatasetSettings<DatasetKind>;
  readonly writer: RowWriter;
  readonly parts: ManifestParts;
  readonly file: CompletedFile;
  /** `null` without `split`. */
  readonly side: SplitSide | null;
}

/**
 * The manifest of a file, without the entries of its rows. It holds no time and no folder, so that a
 * second export gives the same. Keys that a manifest of `@rollouts/export-sft` has mean the same here.
 */
export function describeManifest(facts: ManifestFacts): JsonObject {
  const { header, settings, writer, parts, file, side } = facts;
  const { profile, form, kind, onOverflow, split, redact, replaceLoneSurrogates } = settings;
  const rows = writer.facts();
  return {
    env_fingerprint: header.envFingerprint,
    policy_fingerprint: header.policyFingerprint,
    report: {
      n_written: rows.written,
      ...parts.report,
      n_dropped_over_cap: rows.droppedOverCap,
    },
    lines: [],
    format_version: 1,
    producer: `${packageJson.name}@${packageJson.version}`,
    kind,
    profile: profile.name,
    profile_version: profile.version,
    profile_verified_on: profile.verifiedOn,
    loss_mask: form.lossMask,
    rows: file.rows,
    bytes: file.bytes,
    sha256: file.sha256,
    shard: { number: file.shard, count: file.shardCount },
    split: split && { side, seed: split.seed, fraction: split.fraction },
    settings: {
      on_overflow: onOverflow,
      redact: redact !== null,
      replace_lone_surrogates: replaceLoneSurrogates,
      ...parts.settings,
    },
    counters: {
      ...parts.counters,
      dropped_duplicates: rows.droppedDuplicates,
      redacted: rows.redacted,
      with_replaced_surrogates: rows.withReplacedSurrogates,
      with_secrets: rows.withSecrets,
      with_special_token_text: rows.withSpecialTokenText,
      with_unpaired_think_tag: rows.withUnpairedThinkTag,
      without_reasoning: rows.withoutReasoning,
    },
    ...parts.more,
    tool_sets: writer.toolSets.all(),
    env: header.env,
    k: header.k,
    seed: header.seed,
    env_parts: header.envParts,
    policy_parts: header.policyParts,
    isolation: { ...header.isolation },
  };
}
