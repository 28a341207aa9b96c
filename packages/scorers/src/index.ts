export {
  type FunctionScorerOptions as CodeScorerOptions,
  functionScorer as codeScorer,
} from "@rollouts/core";
export { allOf, type CombinationOptions } from "./all-of.ts";
export { anyOf } from "./any-of.ts";
export type { KnownAnswers } from "./audit/find-audit-tasks.ts";
export type {
  NotAuditable,
  ProbeFinding,
  ProbeKind,
  ScorerAudit,
  UndecidedProbe,
} from "./audit/scorer-audit.ts";
export { type AuditScorerOptions, auditScorer } from "./audit-scorer.ts";
export { calibrate } from "./calibrate.ts";
export { calibrateResult } from "./calibrate-result.ts";
export type {
  Calibration,
  Disagreement,
  TraceNote,
  TracePlace,
} from "./calibration/calibration.ts";
export type { Gold, GoldLabel } from "./calibration/read-gold.ts";
export type { CalibrationTrace } from "./calibration/read-traces.ts";
export type { CombinedScorer } from "./combine/combined-scorer.ts";
export type { PartOutcome, ScorerPart } from "./combine/part.ts";
export { type ExactMatchOptions, exactMatch } from "./exact-match.ts";
export {
  type AutoevalsArguments,
  type AutoevalsScore,
  type AutoevalsScorer,
  type FromAutoevalsOptions,
  fromAutoevals,
} from "./from-autoevals.ts";
export { type IncludesOptions, includes } from "./includes.ts";
export { type JsonEqualsOptions, jsonEquals } from "./json-equals.ts";
export type { JudgeScorerOptions } from "./judge/judge-options.ts";
export { judgeScorer } from "./judge-scorer.ts";
export { type MatchesOptions, matches } from "./matches.ts";
export type { ThousandsSeparator } from "./numeric/read-number.ts";
export { type NumericOptions, type NumericOutput, numeric } from "./numeric.ts";
export type { TraceRun } from "./offline/complete-run.ts";
export type { OfflineOptions } from "./offline/offline-options.ts";
export { type RenderScorerAuditOptions, renderScorerAudit } from "./render-scorer-audit.ts";
export type { TextOptions } from "./text/normalize-text.ts";
export { toolCallScorer } from "./tool-call-scorer.ts";
export type {
  ExpectedToolCall,
  ToolCallPattern,
  ToolCallScorerOptions,
} from "./tool-calls/tool-call-options.ts";
export { type WeightedOptions, type WeightedPart, weighted } from "./weighted.ts";
