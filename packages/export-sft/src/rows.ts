// For authors of exporters: attempts as conversations, rows, files, and what reports say of them.
export { checkOptions, checkPath } from "./check-arguments.ts";
export { conversationTexts, type PlacedText } from "./conversation/conversation-texts.ts";
export {
  type Edited,
  type Edits,
  editConversation,
  type RedactHook,
} from "./conversation/edit-conversation.ts";
export type { Fault, FaultCode } from "./conversation/fault.ts";
export { findDepthFault } from "./conversation/find-depth-fault.ts";
export { findFault } from "./conversation/find-fault.ts";
export { findRunFault } from "./conversation/find-run-fault.ts";
export { numberCalls } from "./conversation/number-calls.ts";
export { plainMessages } from "./conversation/plain-messages.ts";
export { replaceLoneSurrogates, toWholeTexts } from "./conversation/replace-lone-surrogates.ts";
export { toConversation } from "./conversation/to-conversation.ts";
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
export {
  type CompletedFile,
  DatasetOutput,
  type DatasetOutputOptions,
  type RowOutcome,
} from "./files/dataset-output.ts";
export {
  type FilesReport,
  type ReportedFiles,
  reportFiles,
  type SftFile,
  toSftFile,
} from "./files/files-report.ts";
export type { FileInspection, FileRules, SftProblem } from "./files/inspect-dataset.ts";
export { type PublishDatasetsOptions, publishDatasets } from "./files/publish-datasets.ts";
export { refuseEmptySide } from "./files/refuse-empty-side.ts";
export { toExportError } from "./files/to-export-error.ts";
export { type DatasetValidation, validateDataset } from "./files/validate-dataset.ts";
export { deepFreeze } from "./profiles/deep-freeze.ts";
export { fileRulesOf } from "./profiles/file-rules.ts";
export { findProfile } from "./profiles/find-profile.ts";
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
export type { SftProfileName } from "./profiles/profiles.ts";
export { chatFormat } from "./rows/chat-format.ts";
export { type ChatMessagesRules, checkChatMessages } from "./rows/check-chat-messages.ts";
export { checkChatTools } from "./rows/check-chat-tools.ts";
export type { LineRules } from "./rows/check-line.ts";
export { keyFault } from "./rows/key-fault.ts";
export { type Misfit, misfitFault } from "./rows/misfit-fault.ts";
export { promptCompletionFormat } from "./rows/prompt-completion-format.ts";
export { atPlace, type RowPlace, rowError } from "./rows/row-error.ts";
export { toChatMessages } from "./rows/to-chat-messages.ts";
export { toChatTools } from "./rows/to-chat-tools.ts";
export { toLine } from "./rows/to-line.ts";
export { toolNamesIn } from "./rows/tool-names.ts";
export { type WriteLineOptions, type WrittenLine, writeLine } from "./rows/write-line.ts";
export type { SecretKind } from "./secrets/secret-forms.ts";
export type { AttemptOutcome, OwnCounters, SftCounters } from "./selection/attempt-outcome.ts";
export { DigestSet } from "./selection/digest-set.ts";
export { type Rejection, type RejectionFacts, Rejections } from "./selection/rejections.ts";
export { type RowNotes, type SecretPlace, takeNotes } from "./selection/row-notes.ts";
export { outcomeOfCause, whyUnusable } from "./selection/skip-reason.ts";
export { type Split, type SplitSide, splitSide } from "./selection/split.ts";
export { readSplit, type SplitOptions, type SplitSettings } from "./selection/split-options.ts";
export { ToolSets } from "./selection/tool-sets.ts";
