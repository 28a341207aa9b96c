import {
  checkTask,
  type Environment,
  invalidArgument,
  type ResolvedTask,
  resolveTasks,
  type ScorerInput,
  type Task,
  toScorer,
} from "@rollouts/core";
import { dropEqualAnswers } from "./audit/drop-equal-answers.ts";
import { findAuditTasks, type KnownAnswers, knownAnswerKeys } from "./audit/find-audit-tasks.ts";
import { findIdleParts } from "./audit/find-idle-parts.ts";
import { makeProbes, type Probe } from "./audit/make-probes.ts";
import { nameEqualAnswers } from "./audit/name-equal-answers.ts";
import { type ScoredProbe, scoreProbe } from "./audit/score-probe.ts";
import type { ScorerAudit } from "./audit/scorer-audit.ts";
import { weighVerdicts } from "./audit/weigh-verdicts.ts";
import { writeHints } from "./audit/write-hints.ts";
import { checkOfflineOptions, type OfflineOptions } from "./offline/offline-options.ts";
import { runPool } from "./offline/run-pool.ts";
import { toQuestion } from "./offline/to-question.ts";

/** What `auditScorer` takes. */
export interface AuditScorerOptions<Output = unknown, Expected = unknown>
  extends KnownAnswers<Output, Expected>,
    OfflineOptions {}

const caller = "auditScorer";

/**
 * Tries a scorer on known answers, before money is spent on attempts: for every task the right answer
 * must pass, and an empty one, a refusal, the right answer of another task, and one that tells the
 * judge to pass it must fail. Typed answers keep their shape. As in a run, the scorer gets frozen
 * copies, and never one object as output and as `expected`.
 *
 * No agent runs, so it costs nothing but what the scorer itself costs. A judge is called without the
 * limits and the budget of a run: for up to five answers a task, for each that the options add, and up
 * to once more when the answer of another task passes. Hand in fewer tasks to spend less:
 * `auditScorer(env.scorer, { tasks: env.tasks.slice(0, 10) })`. A task without `expected` is listed as
 * not auditable, unless `answer` or `toolExecutions` knows what is right.
 *
 * The answer of another task is not held against a scorer that takes both for equal: each passes for
 * both tasks, no other wrong answer passes there, and some answers are told apart. A hint names such
 * tasks, for a scorer that compares too little, such as lengths alone, takes different answers for equal.
 *
 * What the agent really gives is not known: without `answer`, `expected` stands for it, so a scorer
 * that compares text with a number may be sound here and fail in a run. Then give `answer`.
 *
 * @throws InvalidArgumentError for what is no scorer, no tasks, or options that cannot be used.
 */
export async function auditScorer<Output, Expected>(
  scorerInput: ScorerInput<Output, Expected>,
  environment: Pick<Environment<NoInfer<Output>, NoInfer<Expected>>, "tasks">,
  options: AuditScorerOptions<NoInfer<Output>, NoInfer<Expected>> = {},
): Promise<ScorerAudit> {
  const scorer = toScorer(scorerInput);
  checkArguments(environment, options);
  const tasks = resolveTasks<Expected>(environment.tasks);
  const { auditTasks, notAuditable } = findAuditTasks<Output, Expected>(tasks, options);

  const judge = async ({ task, run }: Probe<Output>, signal: AbortSignal) => {
    return scoreProbe(scorer, toQuestion({ run, task: task as ResolvedTask<Expected>, signal }));
  };
  const judgeAll = (probes: readonly Probe<Output>[]) => runPool(probes, judge, options);
  const probes = auditTasks.flatMap((_, index) => makeProbes(auditTasks, index));
  const scored = await judgeAll(probes);
  const { kept: judged, equal } = await dropEqualAnswers(
    probes.map((probe, index) => ({ probe, scored: scored[index] as ScoredProbe })),
    judgeAll,
  );
  const weighed = weighVerdicts(judged);
  return {
    scorer: scorer.name,
    taskCount: tasks.length,
    auditedCount: auditTasks.length,
    probeCount: judged.length,
    ...weighed,
    idleParts: findIdleParts(
      scorer,
      judged.map((one) => one.scored),
    ),
    notAuditable,
    hints: [
      ...writeHints(judged, { ...weighed, auditedCount: auditTasks.length }, options),
      ...nameEqualAnswers(equal),
    ],
  };
}

function checkArguments(environment: unknown, options: object): void {
  const tasks: unknown = (environment as { readonly tasks?: unknown } | null | undefined)?.tasks;
  if (!Array.isArray(tasks)) {
    throw invalidArgument("environment", "an environment, or { tasks }", environment, { caller });
  }
  for (const [index, task] of (tasks as readonly Task[]).entries()) {
    checkTask(task, `tasks[${index}]`);
  }
  const example = "{ answer: (task) => String(task.expected) }";
  checkOfflineOptions(options, { caller, keys: knownAnswerKeys, example });
  for (const key of knownAnswerKeys) {
    const value: unknown = Reflect.get(options, key);
    if (value === undefined || typeof value === "function") continue;
    throw invalidArgument(key, "a function of a task", value, { caller });
  }
}
