import { invalidArgument, isPlainObject, toSafeLine } from "@rollouts/core";
import type { ProbeKind, ScorerAudit } from "./audit/scorer-audit.ts";
import { checkOptions } from "./check-options.ts";
import { clipLine } from "./text/clip-line.ts";

/** What `renderScorerAudit` takes. */
export interface RenderScorerAuditOptions {
  /** Lines of each list before the rest is counted only; `Infinity` for all. @defaultValue 20 */
  readonly maxLines?: number | undefined;
}

const probeNames: Readonly<Record<ProbeKind, string>> = {
  reference: "the right answer",
  alternative: "another right answer",
  "wrong-answer": "a wrong answer",
  empty: "an empty answer",
  refusal: "a refusal",
  "other-answer": "the answer of another task",
  injection: "an answer that tells the judge to pass it",
  "no-tool-calls": "the right answer without its tool calls",
  "failed-tool-calls": "the right answer after tool calls that all failed",
  "wrong-tool-calls": "the right answer after wrong tool calls",
};

const caller = "renderScorerAudit";
const maxReason = 200;

/**
 * An audit as text for a terminal or a log; what models and data sets said can act on neither.
 *
 * @throws InvalidArgumentError for what is no audit, or for options that cannot be used.
 */
export function renderScorerAudit(
  audit: ScorerAudit,
  options: RenderScorerAuditOptions = {},
): string {
  const { maxLines } = readOptions(options);
  if (!isAudit(audit)) {
    throw invalidArgument("audit", "what auditScorer gives", audit, { caller });
  }
  const { findings, undecided, notAuditable } = audit;
  const lists = [
    ...shorten(findings, maxLines).map(({ taskId, probe, passed, reason }) =>
      line(`${taskId}: ${probeNames[probe]} ${passed ? "passed" : "failed"}`, reason),
    ),
    ...rest(findings, maxLines, "findings"),
    ...shorten(undecided, maxLines).map(({ taskId, probe, type, reason }) =>
      line(`${taskId}: ${probeNames[probe]} got no verdict (${type})`, reason),
    ),
    ...rest(undecided, maxLines, "answers without a verdict"),
    ...shorten(notAuditable, maxLines).map(({ taskId, reason }) =>
      line(`${taskId}: not audited`, reason),
    ),
    ...rest(notAuditable, maxLines, "tasks that were not audited"),
  ];
  return [head(audit), ...alarms(audit), ...lists].map(toSafeLine).join("\n");
}

function isAudit(audit: unknown): boolean {
  return isPlainObject(audit) && Array.isArray(audit.findings);
}

function readOptions(options: RenderScorerAuditOptions): { readonly maxLines: number } {
  checkOptions(options, { caller, keys: ["maxLines"], example: "{ maxLines: 10 }" });
  const { maxLines = 20 } = options;
  if (maxLines === Number.POSITIVE_INFINITY || (Number.isSafeInteger(maxLines) && maxLines >= 0)) {
    return { maxLines };
  }
  throw invalidArgument("maxLines", "a whole number from 0 on, or Infinity", maxLines, { caller });
}

function head({ scorer, isSound, auditedCount, taskCount, probeCount }: ScorerAudit): string {
  const verdict = isSound ? "sound" : "not sound";
  return `${scorer}: ${verdict}, by ${probeCount} known answers to ${auditedCount} of ${taskCount} tasks`;
}

function alarms(audit: ScorerAudit): string[] {
  const { acceptsEverything, rejectsEverything, judgesCallsOnly, idleParts, hints } = audit;
  return [
    ...(acceptsEverything ? ["  It accepts everything."] : []),
    ...(rejectsEverything ? ["  It rejects everything."] : []),
    ...(judgesCallsOnly ? ["  It looks at the tool calls alone, and not at answers."] : []),
    ...idleParts.map((name) => `  ${name} changes no verdict on these answers.`),
    ...hints.map((hint) => `  ${hint}`),
  ];
}

function line(what: string, reason: string | null): string {
  const why = reason === null ? "" : `: ${clipLine(reason, maxReason)}`;
  return `  ${what}${why}`;
}

function shorten<Item>(items: readonly Item[], maxLines: number): readonly Item[] {
  return items.slice(0, maxLines);
}

function rest(items: readonly unknown[], maxLines: number, what: string): string[] {
  return items.length > maxLines ? [`  and ${items.length - maxLines} more ${what}`] : [];
}
