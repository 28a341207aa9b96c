export type { SftProblem, SftValidation } from "./inspect-dataset.ts";
export type { SftProfile } from "./profile.ts";
export { profiles, type SftProfileName } from "./profiles.ts";
export type { SftCounters, SftReport } from "./sft-report.ts";
export type { SftSidecar, SftSidecarLine } from "./sidecar.ts";
export { type ToSftJsonlOptions, toSftJsonl } from "./to-sft-jsonl.ts";
export { type ValidateSftOptions, validateSft } from "./validate-sft.ts";
