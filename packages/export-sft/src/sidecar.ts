import { Buffer } from "node:buffer";
import type { Isolation, ResultHeader } from "@rollouts/core";
import packageJson from "../package.json" with { type: "json" };
import type { SftCounters } from "./sft-report.ts";

/** The content of `<dataset>.meta.json`: where the rows come from. */
export interface SftSidecar {
  readonly env_fingerprint: string | null;
  readonly policy_fingerprint: string | null;
  /** Where every scored attempt went. */
  readonly report: {
    readonly n_written: number;
    readonly n_skipped_failed: number;
    readonly n_skipped_limit_hit: number;
    readonly n_skipped_tool_runs: number;
    readonly n_skipped_no_text: number;
    readonly n_dropped_over_cap: number;
  };
  readonly options: { readonly only_passed: boolean };
  /** One entry per row of the dataset, in its order. */
  readonly lines: readonly SftSidecarLine[];
  /** Version of this file's shape. */
  readonly format_version: 1;
  /** Package and version that wrote it. */
  readonly producer: string;
  readonly profile: string;
  readonly rows: number;
  readonly bytes: number;
  /** SHA-256 of the dataset; another value means that this sidecar is not about that dataset. */
  readonly sha256: string;
  /** Name of the environment. */
  readonly env: string;
  /** Attempts per task. */
  readonly k: number;
  readonly seed: number;
  readonly isolation: Isolation;
  /** Scored attempts of held-out tasks; in none of the counters of `report`. */
  readonly skipped_holdout: number;
}

/** Where one row comes from. */
export interface SftSidecarLine {
  readonly task_id: string;
  /** From 0. */
  readonly attempt_index: number;
  /** Value of the score, from 0 to 1. */
  readonly score: number;
}

export interface SidecarFacts {
  readonly header: ResultHeader;
  readonly counters: SftCounters;
  readonly skippedHoldout: number;
  readonly lines: readonly SftSidecarLine[];
  readonly profile: string;
  readonly onlyPassed: boolean;
  readonly bytes: number;
  readonly sha256: string;
}

/** The bytes of the sidecar. They hold no time and no path, so that a second export gives the same. */
export function renderSidecar(facts: SidecarFacts): Buffer {
  return Buffer.from(`${JSON.stringify(toSidecar(facts), null, 2)}\n`);
}

function toSidecar({ header, counters, lines, ...facts }: SidecarFacts): SftSidecar {
  return {
    env_fingerprint: header.envFingerprint,
    policy_fingerprint: header.policyFingerprint,
    report: {
      n_written: counters.written,
      n_skipped_failed: counters.skippedFailed,
      n_skipped_limit_hit: counters.skippedLimitHit,
      n_skipped_tool_runs: counters.skippedToolRuns,
      n_skipped_no_text: counters.skippedNoText,
      n_dropped_over_cap: counters.droppedOverCap,
    },
    options: { only_passed: facts.onlyPassed },
    lines,
    format_version: 1,
    producer: `${packageJson.name}@${packageJson.version}`,
    profile: facts.profile,
    rows: lines.length,
    bytes: facts.bytes,
    sha256: facts.sha256,
    env: header.env,
    k: header.k,
    seed: header.seed,
    isolation: header.isolation,
    skipped_holdout: facts.skippedHoldout,
  };
}
