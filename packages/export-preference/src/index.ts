export type { AttemptCounters } from "./attempts/attempt-counters.ts";
export { ktoExporter, preferenceExporter, promptsExporter } from "./exporters.ts";
export type { ToKtoJsonlOptions } from "./kto/kto-options.ts";
export type { KtoReport } from "./kto/kto-report.ts";
export type { KtoWeights } from "./kto/kto-weights.ts";
export type { NoPair, NoPairReason } from "./pairs/no-pair-reason.ts";
export type { PairLengths } from "./pairs/pair-lengths.ts";
export type { PairMethod } from "./pairs/pair-method.ts";
export type { ToPreferenceJsonlOptions } from "./pairs/preference-options.ts";
export type { PreferencePair } from "./pairs/preference-pair.ts";
export type { PreferenceReport } from "./pairs/preference-report.ts";
export type {
  DatasetForm,
  DatasetKind,
  PairForm,
  PairFormat,
  PairParts,
  PreferenceProfile,
  PromptForm,
  ValidationRules,
} from "./profiles/preference-profile.ts";
export { type PreferenceProfileName, preferenceProfiles } from "./profiles/profiles.ts";
export type { PromptFields, ToPromptsJsonlOptions } from "./prompts/prompts-options.ts";
export type {
  PromptFaultCode,
  PromptRejection,
  PromptsReport,
} from "./prompts/prompts-report.ts";
export { axolotlPairFormat } from "./rows/axolotl-pair-format.ts";
export { hostedPairFormat } from "./rows/hosted-pair-format.ts";
export { trlPairFormat } from "./rows/trl-pair-format.ts";
export { toKtoJsonl } from "./to-kto-jsonl.ts";
export { toPreferenceJsonl } from "./to-preference-jsonl.ts";
export { toPromptsJsonl } from "./to-prompts-jsonl.ts";
export { type ValidatePreferenceOptions, validatePreference } from "./validate-preference.ts";
