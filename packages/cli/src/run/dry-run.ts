import { formatNumber, toSafeLine } from "@rollouts/core";
import { toPrintableJson } from "@rollouts/report";
import { runDefaults } from "@rollouts/runner";
import { buildAgent } from "../load/build-agent.ts";
import type { Output } from "../process/console-output.ts";
import { exitCode } from "../process/exit-code.ts";
import { explainStored } from "./explain-stored.ts";
import type { RunCommandOptions } from "./run-command-options.ts";
import type { RunPlan } from "./run-plan.ts";

/** How much a run would do. */
interface Estimate {
  readonly env: string;
  readonly taskCount: number;
  readonly k: number;
  /** Attempts that would run. */
  readonly attemptCount: number;
  /** `provider modelId`; `null` when the agent declares no model. */
  readonly model: string | null;
  /** One for each attempt; `null` when the agent declares no model. */
  readonly minModelCalls: number | null;
  /** If every attempt took all of its time. */
  readonly maxDurationMs: number;
}

/** Prints how much a run would do, at least and at most. Calls no agent and no model. */
export async function dryRun(
  plan: RunPlan,
  options: RunCommandOptions,
  output: Output,
): Promise<number> {
  const estimate = await estimateRun(plan, options);
  await output.out(options.json ? toPrintableJson(estimate) : render(estimate, plan));
  return exitCode.good;
}

async function estimateRun(plan: RunPlan, options: RunCommandOptions): Promise<Estimate> {
  const { env, selected } = plan;
  const { concurrency = runDefaults.concurrency } = options;
  const model = plan.model ?? (await buildAgent(env)).model;
  const { k, attemptCount } = await countAttempts(plan, options);
  const rounds = Math.ceil(attemptCount / concurrency);
  return {
    env: env.name,
    taskCount: selected.length,
    k,
    attemptCount,
    model: model === undefined ? null : `${model.provider} ${model.modelId}`,
    minModelCalls: model === undefined ? null : attemptCount,
    maxDurationMs: rounds * env.timeoutMs,
  };
}

async function countAttempts(
  plan: RunPlan,
  options: RunCommandOptions,
): Promise<{ readonly k: number; readonly attemptCount: number }> {
  const { k = runDefaults.k, resume } = options;
  if (resume === undefined) return { k, attemptCount: k * plan.selected.length };
  const { explanation } = await explainStored(plan, resume, options);
  return { k: explanation.k, attemptCount: explanation.runCount };
}

function render(estimate: Estimate, { env: { tasks, timeoutMs } }: RunPlan): string {
  const { env, taskCount, k, attemptCount, model, minModelCalls, maxDurationMs } = estimate;
  const calls =
    minModelCalls === null
      ? "model calls: unknown, since the agent declares no model"
      : `model calls: ${minModelCalls} at least, of ${model}`;
  return [
    `${env}: ${taskCount} of ${tasks.length} tasks, k = ${k}`,
    `attempts: ${attemptCount}`,
    calls,
    `time: ${seconds(maxDurationMs)} at most, ${seconds(timeoutMs)} for each attempt`,
  ]
    .map(toSafeLine)
    .join("\n");
}

function seconds(durationMs: number): string {
  return `${formatNumber(durationMs / 1000, 0)}s`;
}
