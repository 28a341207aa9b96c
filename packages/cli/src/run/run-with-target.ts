import { isRolloutsError, type RolloutResult, toSafeLine } from "@rollouts/core";
import { type ResumeExplanation, runRollouts } from "@rollouts/runner";
import type { Output } from "../process/console-output.ts";
import { reportFailure } from "../process/report-failure.ts";
import { openProgress } from "../progress/open-progress.ts";
import { hasNothingToDo, renderResumePlan } from "../render/render-resume.ts";
import type { ResultTarget } from "./result-target.ts";
import { howToGoOn } from "./resume-command.ts";
import type { RunCommandOptions } from "./run-command-options.ts";
import type { RunPlan } from "./run-plan.ts";

export interface RunToDo {
  readonly plan: RunPlan;
  readonly target: ResultTarget | null;
  readonly signal: AbortSignal;
}

/** What came of a run. */
export type RunOutcome =
  | {
      readonly result: RolloutResult;
      /** `null` unless the run went on with a file. */
      readonly resume: ResumeExplanation | null;
    }
  /** The exit code of a failure that was told already. */
  | { readonly failureCode: number };

/** Runs, and tells how to go on when the run ends early and a result file holds what it did. */
export async function runWithTarget(
  toDo: RunToDo,
  options: RunCommandOptions,
  output: Output,
): Promise<RunOutcome> {
  const { plan, target } = toDo;
  const { retry: retryStored } = options;
  const tellHowToGoOn = async (retry: RunCommandOptions["retry"]) => {
    if (target === null || (await target.discardIfEmpty())) return;
    output.log(howToGoOn(plan.path, target.path, { ...options, retry }));
  };
  try {
    const { result, resume } = await run(toDo, options, output);
    const { stoppedEarly } = result;
    if (stoppedEarly !== null) await tellHowToGoOn(retryAfter(stoppedEarly, retryStored));
    return { result, resume };
  } catch (thrown) {
    const failureCode = reportFailure(thrown, output.log);
    if (isRolloutsError(thrown) && thrown.code === "sink_failed") await tellHowToGoOn(retryStored);
    else await target?.discardIfEmpty();
    return { failureCode };
  }
}

/** What a storm left without a verdict would stay so, unless the user asks for that or more anyway. */
function retryAfter(
  stoppedEarly: RolloutResult["stoppedEarly"],
  asked: RunCommandOptions["retry"],
): RunCommandOptions["retry"] {
  const isAsked = asked !== undefined && asked !== "none";
  return stoppedEarly === "error-storm" && !isAsked ? "errors" : asked;
}

async function run(
  { plan: { env, model, selected, budget, limits }, target, signal }: RunToDo,
  { k, concurrency, seed, order, retry: retryStored, reporter }: RunCommandOptions,
  output: Output,
): Promise<{ result: RolloutResult; resume: ResumeExplanation | null }> {
  let resume: ResumeExplanation | null = null;
  const progress = openProgress(reporter, output);
  try {
    const result = await runRollouts(env, {
      k,
      concurrency,
      seed,
      order,
      model,
      budget,
      limits,
      tasks: selected.map(({ task }) => task),
      signal,
      sink: target?.sink,
      retryStored,
      onEvent(event) {
        if (event.type === "run-start" && event.resume !== undefined) {
          resume = event.resume;
          output.log(`Resuming ${toSafeLine(target?.path ?? "")}: ${renderResumePlan(resume)}`);
          if (hasNothingToDo(resume)) progress.close();
        }
        progress.onEvent(event);
      },
    });
    return { result, resume };
  } finally {
    progress.close();
  }
}
