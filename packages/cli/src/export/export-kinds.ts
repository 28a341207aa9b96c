import type { ResultSource } from "@rollouts/core";
import {
  type KtoReport,
  type PreferenceProfileName,
  type PreferenceReport,
  type PromptsReport,
  toKtoJsonl,
  toPreferenceJsonl,
  toPromptsJsonl,
} from "@rollouts/export-preference";
import { type SftProfileName, type SftReport, toSftJsonl } from "@rollouts/export-sft";
import type { ExportCommandOptions, ExportKind } from "./export-options.ts";

export type ExportReport = SftReport | PreferenceReport | KtoReport | PromptsReport;

interface Kind {
  /** Options that only some kinds have. */
  readonly takes: readonly ("minScore" | "maxPerTask" | "method")[];
  readonly write: (
    source: ResultSource,
    path: string,
    options: ExportCommandOptions,
  ) => Promise<ExportReport>;
}

/** How each kind of training file is written. */
export const exportKinds: Readonly<Record<ExportKind, Kind>> = {
  sft: {
    takes: ["minScore", "maxPerTask"],
    write: (source, path, options) =>
      toSftJsonl(source, path, {
        ...commonOf(options),
        // A name that is none is refused where all names are known.
        profile: options.profile as SftProfileName | undefined,
        minScore: options.minScore,
        maxPerTask: options.maxPerTask,
      }),
  },
  pairs: {
    takes: ["maxPerTask", "method"],
    write: (source, path, options) =>
      toPreferenceJsonl(source, path, {
        ...commonOf(options),
        profile: options.profile as PreferenceProfileName | undefined,
        method: options.method,
        maxPairsPerTask: options.maxPerTask,
      }),
  },
  kto: {
    takes: [],
    write: (source, path, options) =>
      toKtoJsonl(source, path, {
        ...commonOf(options),
        profile: options.profile as PreferenceProfileName | undefined,
      }),
  },
  prompts: {
    takes: [],
    write: (source, path, options) =>
      toPromptsJsonl(source, path, {
        ...commonOf(options),
        profile: options.profile as PreferenceProfileName | undefined,
      }),
  },
};

function commonOf({ onOverflow, validationShare, replaceLoneSurrogates }: ExportCommandOptions) {
  const split = validationShare === undefined ? undefined : { fraction: validationShare };
  return { onOverflow, split, replaceLoneSurrogates };
}
