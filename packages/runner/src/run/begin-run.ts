import type { AttemptResult, ResultHeader } from "@rollouts/core";
import { planResume, type ResumePlan } from "../resume/plan-resume.ts";
import { requireSamePolicy } from "../resume/require-same-policy.ts";
import type { Run } from "./run.ts";

/**
 * Finds out what is left to do, and writes down what the run sets out to do. `null` when the sink holds
 * nothing yet, and without a sink.
 *
 * @throws MismatchError when the sink holds another run, before anything is written; SinkError.
 */
export async function beginRun<Output, Expected>(
  run: Run<Output, Expected>,
  header: ResultHeader,
): Promise<ResumePlan | null> {
  const { settings, tasks, stored, keepStored, commits } = run;
  let resume: ResumePlan | null = null;
  if (stored !== undefined) {
    requireSamePolicy(header, stored);
    resume = await planResume({
      source: stored,
      header,
      tasks,
      retryStored: settings.retryStored,
      // Of the same agent, as the fingerprints have just said.
      keepStored: keepStored as ((attempt: AttemptResult, position: number) => void) | undefined,
    });
  }
  await commits.append({ type: "header", header, tasks });
  return resume;
}
