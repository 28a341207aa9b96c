import type { FaultCode } from "./conversation/fault.ts";
import type { BelowMinimum } from "./files/below-minimum.ts";
import type { OwnCounters, SftCounters } from "./selection/attempt-outcome.ts";
import type { SplitSide } from "./selection/split.ts";
import type { TokenReport } from "./tokens/token-report.ts";

/**
 * What an export did. The counters say where every attempt went; their sum is `considered`. Those of
 * `SftCounters` alone sum to the scored attempts where no option or rule of ours leaves any out, as
 * with the profile `portable` and no options.
 */
export interface SftReport extends SftCounters, OwnCounters {
  /** Attempts of the result, with or without a score. */
  readonly considered: number;
  /** `skippedUnsupported` by reason; reasons that did not occur are absent. */
  readonly unsupported: Readonly<Partial<Record<FaultCode, number>>>;
  /** The first 100 attempts of `skippedUnsupported`. */
  readonly rejections: readonly Rejection[];
  /** Rows that the `redact` option changed. */
  readonly redacted: number;
  /** Rows with what looks like a secret; the manifest says where. They are written all the same. */
  readonly withSecrets: number;
  /** Rows with text such as `<|im_end|>` or `[INST]`, which some trainers take for a control token. */
  readonly withSpecialTokenText: number;
  /**
   * Rows in which the model's text has a `<think>` or `</think>` without the other. Profiles with
   * `unfit: "refuse"` refuse such conversations, so they write none.
   */
  readonly withUnpairedThinkTag: number;
  /** Rows of attempts whose reasoning the provider showed; no shipped profile writes it. */
  readonly withoutReasoning: number;
  /** `null` unless tokens were counted. */
  readonly tokens: TokenReport | null;
  readonly profile: string;
  /** Every file with its rows; empty when there was no row to write. */
  readonly files: readonly SftFile[];
  /** Tasks with rows on each side; `null` without `split`. */
  readonly splitTasks: Readonly<Record<SplitSide, number>> | null;
  /**
   * The smallest file to train on, if it has fewer rows than the consumer asks for; `null` when there
   * is none.
   */
  readonly belowMinimum: BelowMinimum | null;
  /** What the consumer may refuse about the files, for people; safe for a terminal. */
  readonly warnings: readonly string[];
  /** The first file; `null` when there was no row to write. */
  readonly path: string | null;
  /** The file beside it that says where its rows come from; `null` when there was no row to write. */
  readonly metaPath: string | null;
  /** Size of all files. */
  readonly bytes: number;
  /** SHA-256 of the first file, 64 hexadecimal digits; `null` when there was no row to write. */
  readonly sha256: string | null;
}

/** An attempt that the profile cannot hold. */
export interface Rejection {
  readonly taskId: string;
  /** From 0. */
  readonly attemptIndex: number;
  readonly reason: FaultCode;
  /** Position in the run's messages, from 0; `null` for the conversation as a whole. */
  readonly message: number | null;
  /** What is wrong, for people; safe for a terminal. */
  readonly fault: string;
}

/** One file of a data set. */
export interface SftFile {
  readonly path: string;
  readonly metaPath: string;
  /** `null` without `split`. */
  readonly split: SplitSide | null;
  readonly rows: number;
  readonly bytes: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
}
