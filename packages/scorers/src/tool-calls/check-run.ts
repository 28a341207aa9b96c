import type { AgentRun, Score } from "@rollouts/core";
import { assignChecks } from "./assign-checks.ts";
import { describeCheck, describeMissing, listNames } from "./describe-failure.ts";
import { groupExecutions } from "./group-executions.ts";
import type { ToolCallPlan } from "./plan-checks.ts";
import { matchesCheck, satisfiesCheck, type ToolUse, toToolUse } from "./tool-use.ts";

type RunWithTools = Pick<AgentRun, "messages" | "toolExecutions">;

/** Holds the executions of a run to the plan. */
export function checkRun(run: RunWithTools, plan: ToolCallPlan): Score {
  const uses = run.toolExecutions.map(toToolUse);
  const missing = findMissing(run, uses, plan);
  const forbidden = plan.forbidden.filter((check) =>
    uses.some((use) => matchesCheck(use, check, plan.lenient)),
  );
  const additional = plan.allowAdditional ? [] : findAdditional(uses, plan);
  const notes = [
    ...forbidden.map((check) => `forbidden ${describeCheck(check)} was called`),
    ...missing.notes,
    ...(additional.length === 0
      ? []
      : [`additional tool calls not allowed: ${listNames(additional)}`]),
  ];
  const passed = notes.length === 0;
  if (passed) return { value: 1, passed };
  if (uses.length === 0) notes.unshift("run has no tool executions");
  const value = forbidden.length > 0 ? 0 : missing.share;
  return { value, passed, reason: [...new Set(notes)].join("; ") };
}

/** Which checks have no execution, and which share of them has. */
function findMissing(run: RunWithTools, uses: readonly ToolUse[], plan: ToolCallPlan) {
  const { checks, ordered, lenient } = plan;
  const candidates = checks.map((check) => {
    const fitting = uses.flatMap((use, position) =>
      satisfiesCheck(use, check, lenient) ? [position] : [],
    );
    return new Set(fitting);
  });
  const groups = ordered ? groupExecutions(run) : [[...uses.keys()]];
  const fits = (check: number, position: number) => candidates[check]?.has(position) === true;
  const satisfied = assignChecks(checks.length, groups, fits);
  const notes = checks.flatMap((check, index) => {
    if (satisfied.has(index)) return [];
    const hasCandidate = (candidates[index]?.size ?? 0) > 0;
    return [describeMissing(check, { uses, hasCandidate, ordered })];
  });
  // Nothing that was expected counts as one check: that nothing else happened.
  return { notes, share: checks.length === 0 ? 0 : satisfied.size / checks.length };
}

/** The names of what was executed and not wanted. */
function findAdditional(uses: readonly ToolUse[], { checks, ordered }: ToolCallPlan): string[] {
  // That there were no calls at all is not true of calls that failed.
  const counted = uses.filter(({ status }) => status === "ok" || checks.length === 0);
  const names = counted.map(({ name }) => name);
  const left = checks.map(({ name }) => name);
  if (!ordered) return names.filter((name) => !left.includes(name));
  return names.filter((name) => {
    const index = left.indexOf(name);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}
