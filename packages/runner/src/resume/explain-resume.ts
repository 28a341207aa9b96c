import {
  checkSource,
  type Environment,
  type ResultSource,
  refuseUnknownKeys,
} from "@rollouts/core";
import type { ResumeExplanation } from "../events/resume-explanation.ts";
import { checkEnvironment } from "../options/check-environment.ts";
import { type PlanOptions, readPlanOptions } from "../options/plan-options.ts";
import { refuseTooMany } from "../options/refuse-too-many.ts";
import { prepare } from "../prepare/prepare.ts";
import { toHeader } from "../prepare/to-header.ts";
import { selectTasks } from "../schedule/plan.ts";
import { startDeadline } from "../time/deadline.ts";
import { planResume } from "./plan-resume.ts";
import { requireSamePolicy } from "./require-same-policy.ts";

const optionKeys = ["k", "tasks", "model", "seed", "retryStored"] satisfies (keyof PlanOptions)[];

/**
 * Tells what a run with these options would do, if it went on with what `source` holds: what would run,
 * what would only be scored again, and why. Nothing is run or written, but for an agent factory, which
 * is called for the fingerprints.
 *
 * @throws InvalidArgumentError for arguments that cannot be used, MismatchError when the source holds
 * attempts of another agent or policy: the run would be refused as well.
 */
export async function explainResume<Output, Expected>(
  env: Environment<Output, Expected>,
  source: ResultSource,
  options: PlanOptions<Expected> = {},
): Promise<ResumeExplanation> {
  checkEnvironment(env);
  checkSource(source);
  refuseUnknownKeys(options, optionKeys, "explainResume");
  const settings = readPlanOptions(options, source.header);
  const tasks = selectTasks(env, options.tasks);
  refuseTooMany(settings.k, tasks.length);
  const deadline = startDeadline({ timeoutMs: env.timeoutMs, graceMs: 0 });
  try {
    const warn = () => {}; // without fingerprints it is refused anyway
    const preparation = await prepare(env, { model: options.model, deadline, warn });
    const header = toHeader(env.name, settings, preparation);
    requireSamePolicy(header, source);
    const { retryStored } = settings;
    const plan = await planResume({ source, header, tasks, retryStored });
    return plan.explanation;
  } finally {
    deadline.close();
  }
}
