export type { RedactHook } from "./conversation/edit-conversation.ts";
export type { FaultCode } from "./conversation/fault.ts";
export type {
  AssistantTurn,
  Provenance,
  SystemTurn,
  ToolTurn,
  TrainingConversation,
  TrainingMessage,
  TrainingRole,
  UserTurn,
} from "./conversation/training-conversation.ts";
export type { BelowMinimum } from "./files/below-minimum.ts";
export type { FilesReport, SftFile } from "./files/files-report.ts";
export type { FileInspection, SftProblem } from "./files/inspect-dataset.ts";
export { type ExportTargets, refuseResultFiles } from "./files/refuse-result-files.ts";
export type { SftManifest, SftManifestLine } from "./files/sft-manifest.ts";
export type { DatasetValidation } from "./files/validate-dataset.ts";
export type {
  OverflowPolicy,
  ProfileDefaults,
  ProfileExtras,
  ProfileKeys,
  ProfileLimits,
  ProfileOrder,
  ProfileTools,
  Row,
  RowFault,
  RowFormat,
  SftProfile,
} from "./profiles/profile.ts";
export { profiles, type SftProfileName } from "./profiles/profiles.ts";
export { findSecrets, type SecretFinding } from "./secrets/find-secrets.ts";
export type { SecretKind } from "./secrets/secret-forms.ts";
export type { OwnCounters, SftCounters } from "./selection/attempt-outcome.ts";
export type { Rejection, RejectionFacts } from "./selection/rejections.ts";
export type { SecretPlace } from "./selection/row-notes.ts";
export type { SplitSide } from "./selection/split.ts";
export type { SplitOptions } from "./selection/split-options.ts";
export { sftExporter } from "./sft-exporter.ts";
export type { ToSftJsonlOptions } from "./sft-options.ts";
export type { RowFacts, SftReport } from "./sft-report.ts";
export { toSftJsonl } from "./to-sft-jsonl.ts";
export type { TokenReport } from "./tokens/token-report.ts";
export { type RowOrigin, traceRow } from "./trace-row.ts";
export { type SftValidation, type ValidateSftOptions, validateSft } from "./validate-sft.ts";
