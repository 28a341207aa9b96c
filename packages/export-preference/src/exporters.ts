import type { Exporter } from "@rollouts/core";
import type { ToKtoJsonlOptions } from "./kto/kto-options.ts";
import type { KtoReport } from "./kto/kto-report.ts";
import type { ToPreferenceJsonlOptions } from "./pairs/preference-options.ts";
import type { PreferenceReport } from "./pairs/preference-report.ts";
import type { ToPromptsJsonlOptions } from "./prompts/prompts-options.ts";
import type { PromptsReport } from "./prompts/prompts-report.ts";
import { toKtoJsonl } from "./to-kto-jsonl.ts";
import { toPreferenceJsonl } from "./to-preference-jsonl.ts";
import { toPromptsJsonl } from "./to-prompts-jsonl.ts";

/** `toPreferenceJsonl` as a plug-in, for whoever takes any exporter. */
export const preferenceExporter: Exporter<ToPreferenceJsonlOptions | undefined, PreferenceReport> =
  Object.freeze({ specVersion: "v1", name: "preference", export: toPreferenceJsonl });

/** `toKtoJsonl` as a plug-in, for whoever takes any exporter. */
export const ktoExporter: Exporter<ToKtoJsonlOptions | undefined, KtoReport> = Object.freeze({
  specVersion: "v1",
  name: "kto",
  export: toKtoJsonl,
});

/** `toPromptsJsonl` as a plug-in, for whoever takes any exporter. */
export const promptsExporter: Exporter<ToPromptsJsonlOptions | undefined, PromptsReport> =
  Object.freeze({ specVersion: "v1", name: "prompts", export: toPromptsJsonl });
