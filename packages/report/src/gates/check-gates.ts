import {
  checkResult,
  invalidArgument,
  isPlainObject,
  type ResultSummary,
  type ResultSummaryTask,
  type RolloutResult,
} from "@rollouts/core";
import { clipName } from "../clip.ts";
import { checkDrop } from "./check-drop.ts";
import { formatBoth, outcomeOfFloor, rateTolerance, toCheck } from "./gate-check.ts";
import { checkGateOptions, type GateOptions } from "./gate-options.ts";
import type { GateCheck, GateOutcome, GateVerdict } from "./gate-verdict.ts";

const maxNames = 5;

/** What a pass rate asks for where `minCoverage` is not given: few attempts may be the easy ones. */
const usualCoverage = 0.5;

/**
 * Holds a result to limits, and gives the one verdict that console, files and exit code rest on.
 *
 * A rate that is unknown never passes. That something was scored is always asked for, so a result
 * without a verdict on any attempt does not pass even when `options` is empty.
 *
 * @param result a result, or its `summary()`.
 * @throws InvalidArgumentError for a limit that is no number from 0 to 1, for `maxDrop` without
 * `baseline` or the reverse, and for what is no result. UnsupportedSpecVersionError for a result of
 * another contract.
 */
export function checkGates(
  result: RolloutResult | ResultSummary,
  options: GateOptions = {},
): GateVerdict {
  checkGateOptions(options, "checkGates");
  const summary = summaryOf(result);
  const { minPassRate, minTaskRate, minCoverage, baseline, maxDrop, significance } = options;
  const checks = [
    checkEvidence(summary),
    ...(minPassRate === undefined ? [] : [checkPassRate(summary, minPassRate, minCoverage)]),
    ...(minTaskRate === undefined ? [] : [checkTaskRates(summary, minTaskRate)]),
    ...(minCoverage === undefined ? [] : [checkCoverage(summary, minCoverage)]),
    ...(baseline === undefined || maxDrop === undefined
      ? []
      : [checkDrop(baseline, maxDrop, significance ?? false)]),
  ];
  const outcome = worstOf(checks);
  return { passed: outcome === "passed", outcome, checks };
}

function summaryOf(result: RolloutResult | ResultSummary): ResultSummary {
  if (isPlainObject(result) && !("taskResults" in result)) {
    const { scoredCount, plannedCount, tasks }: Partial<ResultSummary> = result;
    if (Number.isInteger(scoredCount) && Number.isInteger(plannedCount) && Array.isArray(tasks)) {
      return result;
    }
    throw invalidArgument("result", "a RolloutResult or its summary()", result);
  }
  checkResult(result);
  return (result as RolloutResult).summary();
}

function worstOf(checks: readonly GateCheck[]): GateOutcome {
  const outcomes = checks.map(({ outcome }) => outcome);
  if (outcomes.includes("not enough evidence")) return "not enough evidence";
  return outcomes.includes("failed") ? "failed" : "passed";
}

function checkEvidence({ scoredCount, plannedCount }: ResultSummary): GateCheck {
  const isMeasured = scoredCount > 0;
  return toCheck({
    name: "evidence",
    wanted: 1,
    found: scoredCount,
    outcome: isMeasured ? "passed" : "not enough evidence",
    reason: isMeasured
      ? `${scoredCount} of ${plannedCount} planned attempts were scored`
      : `nothing was scored (planned attempts: ${plannedCount}), so this says nothing about how often the agent passes`,
  });
}

function checkPassRate(
  { passRate, scoredCount, plannedCount, coverage }: ResultSummary,
  wanted: number,
  minCoverage: number | undefined,
): GateCheck {
  // A minimum that was given is a check of its own.
  const isThin = minCoverage === undefined && outcomeOfFloor(coverage, usualCoverage) === "failed";
  const attempts = isThin
    ? `${scoredCount} of ${plannedCount} planned attempts, less than the half that it takes unless minCoverage is given`
    : `${scoredCount} scored attempts`;
  return toCheck({
    name: "minPassRate",
    wanted,
    found: passRate,
    outcome: isThin ? "not enough evidence" : outcomeOfFloor(passRate, wanted),
    reason:
      passRate === null
        ? "the pass rate is unknown, since nothing was scored"
        : `the pass rate is ${floorText(passRate, wanted)}, over ${attempts}`,
  });
}

function checkCoverage(summary: ResultSummary, wanted: number): GateCheck {
  const { coverage, scoredCount, plannedCount } = summary;
  const isEnough = outcomeOfFloor(coverage, wanted) === "passed";
  return toCheck({
    name: "minCoverage",
    wanted,
    found: coverage,
    outcome: isEnough ? "passed" : "not enough evidence",
    reason:
      coverage === null
        ? "the coverage is unknown, since no attempt was planned"
        : `the coverage is ${floorText(coverage, wanted)}: ${scoredCount} of ${plannedCount} planned attempts were scored`,
  });
}

function checkTaskRates({ tasks }: ResultSummary, wanted: number): GateCheck {
  const unknown = tasks.filter(({ passRate }) => passRate === null);
  const low = tasks.filter(({ passRate }) => (passRate ?? 1) < wanted - rateTolerance);
  const lowest = tasks.reduce<number | null>(
    (least, { passRate }) => (passRate === null ? least : Math.min(passRate, least ?? 1)),
    null,
  );
  const isKnown = unknown.length === 0 && tasks.length > 0;
  const outcome = low.length > 0 ? "failed" : isKnown ? "passed" : "not enough evidence";
  const reasons = [
    lowest === null
      ? "no task has a pass rate"
      : `the lowest pass rate of a task is ${floorText(lowest, wanted)}`,
    ...(low.length === 0 ? [] : [`tasks below: ${low.length} of ${tasks.length} (${list(low)})`]),
    ...(unknown.length === 0
      ? []
      : [`tasks without a verdict: ${unknown.length} (${list(unknown)})`]),
  ];
  return toCheck({
    name: "minTaskRate",
    wanted,
    found: outcome === "not enough evidence" ? null : lowest,
    outcome,
    reason: reasons.join("; "),
  });
}

function floorText(found: number, wanted: number): string {
  const [foundText, wantedText] = formatBoth(found, wanted);
  return `${foundText} and must be at least ${wantedText}`;
}

function list(tasks: readonly ResultSummaryTask[]): string {
  const names = tasks.slice(0, maxNames).map(({ id }) => clipName(id, 80));
  const more = tasks.length - names.length;
  return `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
