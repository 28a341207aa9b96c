import {
  type Agent,
  type AgentFactory,
  type AttemptContext,
  type CompletedRun,
  checkAgent,
  createAttemptContext,
  type Environment,
  frozenClone,
  type Model,
  type ScoreContext,
  type SetupAttempt,
} from "@rollouts/core";
import { toFailure } from "../failures/failure.ts";
import type { AttemptGate } from "../gate/attempt-gate.ts";
import type { Gate } from "../gate/gate.ts";
import type { PlannedAttempt } from "../schedule/plan.ts";
import { attemptModels } from "../scoring/context-model.ts";
import { judge } from "../scoring/judge.ts";
import type { Deadline } from "../time/deadline.ts";
import type { Deadlines } from "../time/deadlines.ts";
import type { GiveTurn } from "../time/event-loop-turn.ts";
import { type AttemptProgress, endingOf, runOf } from "./attempt-progress.ts";
import { attemptSeed } from "./attempt-seed.ts";
import { checkEventStream } from "./event-stream.ts";
import { refuseOtherPolicy } from "./policy-guard.ts";
import { readEvent } from "./read-event.ts";

/** What all attempts of a run have in common. */
export interface AttemptSettings<Output, Expected> {
  readonly env: Environment<Output, Expected>;
  /** Takes the place of the agent's. */
  readonly model: Model | undefined;
  /** Of the agent that was built before the run; `null` when it cannot be told. */
  readonly policyFingerprint: string | null;
  readonly seed: number;
  readonly graceMs: number;
  /** More tries after one that failed. */
  readonly retries: number;
  readonly deadlines: Deadlines;
  readonly gate: Gate;
  readonly giveTurn: GiveTurn;
  /** How many attempts at the same task the run makes. */
  countAttempts(planned: PlannedAttempt<Expected>): number;
}

/** What all tries of an attempt share. */
export interface AttemptTools {
  readonly deadline: Deadline;
  readonly gate: AttemptGate;
}

/**
 * Does one try of an attempt, writing down what comes of it: agent, set-up, run, verdict, metrics.
 *
 * Never rejects. It may never settle either, when the agent does not; the caller decides how long to
 * wait.
 */
export async function workOnAttempt<Output, Expected>(
  planned: PlannedAttempt<Expected>,
  settings: AttemptSettings<Output, Expected>,
  tools: AttemptTools,
  progress: AttemptProgress<Output>,
): Promise<void> {
  const { deadline, gate } = tools;
  try {
    const own = { ...planned, task: frozenClone(planned.task) };
    await runAgent(own, settings, tools, progress);
    if (progress.isReleased) return;
    progress.run = runOf(progress, gate);
    progress.ending = endingOf(progress, settings.env.timeoutMs, deadline);
    if (progress.ending.stopReason === "completed") {
      await scoreAttempt(own, settings, tools, progress);
    }
  } catch (thrown) {
    // After the signal has fired, what is thrown is its echo.
    if (deadline.fired() === null) progress.failures.push(toFailure(thrown));
  }
}

/** Stops between two steps when the time is over; while it runs, the agent has the grace to end. */
async function runAgent<Output, Expected>(
  { task, attemptIndex }: PlannedAttempt<Expected>,
  settings: AttemptSettings<Output, Expected>,
  { deadline, gate }: AttemptTools,
  progress: AttemptProgress<Output>,
): Promise<void> {
  const { env, model: override, seed: runSeed, giveTurn } = settings;
  if (deadline.fired() !== null) return;
  const agent = typeof env.agent === "function" ? await buildAgent(env.agent, settings) : env.agent;
  if (deadline.fired() !== null) return;
  const seed = attemptSeed({ runSeed, input: task.input, attemptIndex });
  const model = override ?? agent.model;
  gate.ownModel = model;
  const prepareModel = attemptModels({ taskId: task.id, attemptIndex, seed }, gate);
  const context = createAttemptContext({
    taskId: task.id,
    attemptIndex,
    seed,
    signal: deadline.signal,
    gate: prepareModel,
    ...(model && { model: prepareModel(model) }),
  });
  if (env.setup !== undefined) await setUp(env.setup, { context, task, progress });
  if (deadline.fired() !== null) return;
  const stream = agent.run(task.input, context);
  checkEventStream(stream);
  for await (const value of stream) {
    if (progress.isReleased) return;
    const event = readEvent<Output>(value);
    progress.events.push(event);
    if (event.type === "error" && deadline.fired() === null) {
      progress.failures.push(toFailure(event.error, event.errorType));
    }
    const turn = giveTurn();
    if (turn !== undefined) await turn;
  }
}

async function buildAgent<Output>(
  factory: AgentFactory<Output>,
  {
    model,
    policyFingerprint,
  }: Pick<AttemptSettings<Output, unknown>, "model" | "policyFingerprint">,
): Promise<Agent<Output>> {
  const agent = await factory();
  checkAgent(agent, "the product of the agent factory");
  if (model === undefined) await refuseOtherPolicy(agent, policyFingerprint);
  return agent;
}

interface AttemptToSetUp<Output> {
  readonly context: AttemptContext;
  readonly task: PlannedAttempt["task"];
  readonly progress: AttemptProgress<Output>;
}

async function setUp<Output>(
  setup: SetupAttempt,
  { context, task, progress }: AttemptToSetUp<Output>,
): Promise<void> {
  const opened = await setup(context, task);
  if (!opened) return;
  const close = async () => opened.close();
  if (progress.isReleased) await close();
  else progress.close = close;
}

async function scoreAttempt<Output, Expected>(
  { task, attemptIndex }: PlannedAttempt<Expected>,
  { env }: AttemptSettings<Output, Expected>,
  { deadline, gate }: AttemptTools,
  progress: AttemptProgress<Output>,
): Promise<void> {
  const context: ScoreContext = {
    task,
    attemptIndex,
    signal: deadline.signal,
    gate: (model) => progress.scorerUsage.book(model, gate),
  };
  const question = {
    run: progress.run as CompletedRun<Output>,
    expected: task.expected as Expected,
    context,
    usage: progress.scorerUsage,
  };
  const judgement = await judge(env.scorer, question);
  if (deadline.fired() !== null) return;
  progress.judgement = judgement;
  for (const [name, metric] of Object.entries(env.metrics)) {
    const { score, unscored } = await judge(metric, question);
    if (deadline.fired() !== null) return;
    progress.metrics.set(name, { score, unscored });
  }
}
