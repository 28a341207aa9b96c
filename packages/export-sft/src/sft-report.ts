import type { FaultCode } from "./conversation/fault.ts";
import type { FilesReport } from "./files/files-report.ts";
import type { OwnCounters, SftCounters } from "./selection/attempt-outcome.ts";
import type { Rejection, RejectionFacts } from "./selection/rejections.ts";
import type { TokenReport } from "./tokens/token-report.ts";

/** What the report says of attempts and rows. */
export interface RowFacts extends SftCounters, OwnCounters, RejectionFacts<FaultCode, Rejection> {
  /** Attempts of the result, with or without a score. */
  readonly considered: number;
  /** Rows that the `redact` option changed. */
  readonly redacted: number;
  /** Rows in which U+FFFD took the place of half a character: the option `replaceLoneSurrogates`. */
  readonly withReplacedSurrogates: number;
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
}

/** What an export did. The counters say where every attempt went; their sum is `considered`. */
export interface SftReport extends RowFacts, FilesReport {}
