export type {
  Agent,
  AgentEvent,
  EndEvent,
  ErrorEvent,
  MessageEvent,
  TextDeltaEvent,
  ToolExecutionEvent,
  ToolsEvent,
  UsageEvent,
} from "./agent.ts";
export type { AgentRun, AnsweredRun, CompletedRun } from "./agent-run.ts";
export {
  type AttemptContext,
  type AttemptContextOptions,
  createAttemptContext,
} from "./attempt-context.ts";
export type {
  AttemptResult,
  AttemptTry,
  MetricResult,
  StopReason,
  UnscoredCause,
  UnscoredReason,
} from "./attempt-result.ts";
export { checkAgent } from "./checks/check-agent.ts";
export { checkCopyable } from "./checks/check-copyable.ts";
export { checkModel } from "./checks/check-model.ts";
export { checkResult } from "./checks/check-result.ts";
export { checkSource } from "./checks/check-source.ts";
export { checkTask } from "./checks/check-task.ts";
export { describeValue } from "./checks/describe-value.ts";
export { invalidArgument } from "./checks/invalid-argument.ts";
export { isModel } from "./checks/is-model.ts";
export { isPlainObject } from "./checks/plain-object.ts";
export { refuseUnknownKeys } from "./checks/refuse-unknown-keys.ts";
export { requireSpecVersion } from "./checks/require-spec-version.ts";
export { defineEnvironment, type EnvironmentOptions } from "./define-environment.ts";
export type { DiffOptions } from "./diff/diff-options.ts";
export { type DiffSide, diffResults } from "./diff/diff-results.ts";
export type { DiffCounts, DiffRow, DiffVerdict, ResultDiff } from "./diff/result-diff.ts";
export type { AgentFactory, AgentInput, Environment, SetupAttempt } from "./environment.ts";
export type { Advice, AdviceId } from "./errors/advice.ts";
export { AttemptTimeoutError } from "./errors/attempt-timeout-error.ts";
export { ExportError } from "./errors/export-error.ts";
export { FingerprintError } from "./errors/fingerprint-error.ts";
export { InvalidArgumentError } from "./errors/invalid-argument-error.ts";
export { MismatchError } from "./errors/mismatch-error.ts";
export {
  ProviderError,
  type ProviderErrorClass,
  type ProviderErrorOptions,
} from "./errors/provider-error.ts";
export { ResultFormatError } from "./errors/result-format-error.ts";
export { ResultLockedError } from "./errors/result-locked-error.ts";
export { ResultWriteError } from "./errors/result-write-error.ts";
export {
  type ErrorRecord,
  isRolloutsError,
  RolloutsError,
  type RolloutsErrorOptions,
  toErrorRecord,
} from "./errors/rollouts-error.ts";
export { ScorerError, scorerErrorDetail } from "./errors/scorer-error.ts";
export { SinkError } from "./errors/sink-error.ts";
export { TaskFormatError } from "./errors/task-format-error.ts";
export { describeThrown, errorTypeOf } from "./errors/thrown.ts";
export { UnsupportedSpecVersionError } from "./errors/unsupported-spec-version-error.ts";
export { makeFolders } from "./files/make-folders.ts";
export { modeOfReplaced } from "./files/mode-of-replaced.ts";
export { replaceFile } from "./files/replace-file.ts";
export { requireRegularFile } from "./files/require-regular-file.ts";
export { temporaryPathBeside } from "./files/temporary-path.ts";
export { canonicalJson } from "./fingerprints/canonical-json.ts";
export { differingNames } from "./fingerprints/differing-names.ts";
export {
  describeEnvironment,
  envFingerprint,
  replaceScorerPart,
} from "./fingerprints/environment-fingerprint.ts";
export { fingerprint } from "./fingerprints/fingerprint.ts";
export { fingerprintVersion } from "./fingerprints/fingerprint-version.ts";
export {
  describePolicy,
  type FingerprintWithParts,
  policyFingerprint,
} from "./fingerprints/policy-fingerprint.ts";
export { readDigest } from "./fingerprints/read-digest.ts";
export { type Allowance, requireComparable } from "./fingerprints/require-comparable.ts";
export { foldRun } from "./fold-run.ts";
export { frozenClone } from "./frozen-clone.ts";
export {
  type FunctionAgentFacts,
  type FunctionAgentOptions,
  functionAgent,
  type OutputAnswer,
  type TextAnswer,
} from "./function-agent.ts";
export { type FunctionScorerOptions, functionScorer } from "./function-scorer.ts";
export { inMemoryStore } from "./in-memory-store.ts";
export type { Isolation } from "./isolation.ts";
export type { Json, JsonObject } from "./json.ts";
export { maxAttempts } from "./max-attempts.ts";
export { maxDelayMs } from "./max-delay.ts";
export type {
  AssistantMessage,
  ContentPart,
  Message,
  SystemMessage,
  TaskInput,
  ToolCall,
  ToolMessage,
  UserMessage,
} from "./message.ts";
export type {
  FinishReason,
  Model,
  ModelIdentity,
  ModelProgress,
  ModelRequest,
  ModelRequestAttempt,
  ModelResponse,
  OutputFormat,
  RateLimit,
  RateLimits,
  Served,
  ToolChoice,
  ToolSpec,
} from "./model.ts";
export { onAbort } from "./on-abort.ts";
export { readVerdict } from "./read-verdict.ts";
export type {
  Exporter,
  ResultEnd,
  ResultHeader,
  ResultPlan,
  ResultRecord,
  ResultSink,
  ResultSource,
} from "./result-source.ts";
export { describeEnd } from "./results/describe-end.ts";
export { formatNumber } from "./results/format-number.ts";
export { learningZone } from "./results/learning-zone.ts";
export { RolloutResult, type RolloutResultOptions } from "./results/rollout-result.ts";
export { type ResultSummary, type ResultSummaryTask, summarize } from "./results/summarize.ts";
export { type TaskResult, toTaskResult } from "./results/task-result.ts";
export {
  type MetricSummary,
  summarizeTask,
  type TaskSummary,
  type UnscoredCauses,
  type UsageSummary,
} from "./results/task-summary.ts";
export { withoutVerdict } from "./results/without-verdict.ts";
export { toSafeLine } from "./safe-line.ts";
export { type Schema, type Validation, type ValueSchema, validateValue } from "./schema.ts";
export { type Score, type Unscored, unscored, type Verdict } from "./score.ts";
export type {
  ScoreContext,
  ScoreFunction,
  Scorer,
  ScorerDefinition,
  ScorerInput,
} from "./scorer.ts";
export {
  type ClusteredMeanInterval,
  clusteredMeanInterval,
} from "./statistics/clustered-mean-interval.ts";
export { holmAdjust } from "./statistics/holm-adjust.ts";
export { learningZoneProbability } from "./statistics/learning-zone-probability.ts";
export { mcnemarExact } from "./statistics/mcnemar-exact.ts";
export { type MeanInterval, meanInterval } from "./statistics/mean-interval.ts";
export {
  type MeanOverTasks,
  meanPassAtK,
  meanPassHatK,
  type PassCounts,
} from "./statistics/mean-pass-at-k.ts";
export { type PairedDifference, pairedDifference } from "./statistics/paired-difference.ts";
export { passAtK, passHatK } from "./statistics/pass-at-k.ts";
export {
  type ComparisonPlan,
  type PlannedSide,
  requiredTaskCount,
  smallestDetectableDifference,
} from "./statistics/power.ts";
export {
  expectedStandardError,
  splitVariance,
  type VarianceSplit,
} from "./statistics/variance-split.ts";
export { type Interval, wilsonInterval } from "./statistics/wilson-interval.ts";
export type { Store } from "./store.ts";
export type { ResolvedTask, Task } from "./task.ts";
export { findInexactNumber } from "./tasks/find-inexact-number.ts";
export { loadTasks } from "./tasks/load-tasks.ts";
export { type LoadTasksOptions, type ParseTasksOptions, parseTasks } from "./tasks/parse-tasks.ts";
export { resolveTasks } from "./tasks/resolve-tasks.ts";
export { toScorer } from "./to-scorer.ts";
export type { Tool, ToolExecution, ToolSource } from "./tool.ts";
export { untilAborted } from "./until-aborted.ts";
export { addUsage, type Usage, usageMembers } from "./usage.ts";
export { withoutUndefined } from "./without-undefined.ts";
