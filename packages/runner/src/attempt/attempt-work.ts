import {
  type Agent,
  type AgentFactory,
  type AttemptContext,
  type CompletedRun,
  checkAgent,
  createAttemptContext,
  frozenClone,
  type ScoreContext,
  type SetupAttempt,
} from "@rollouts/core";
import { toFailure } from "../failures/failure.ts";
import type { PlannedAttempt } from "../schedule/plan.ts";
import { judge } from "../scoring/judge.ts";
import { attemptModels } from "./attempt-models.ts";
import { type AttemptProgress, endingOf, runOf } from "./attempt-progress.ts";
import { attemptSeed } from "./attempt-seed.ts";
import type { AttemptSettings, AttemptTools } from "./attempt-settings.ts";
import { checkEventStream } from "./check-event-stream.ts";
import { readEvent } from "./read-event.ts";
import { refuseOtherPolicy } from "./refuse-other-policy.ts";

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
    progress.ending = endingOf(progress, {
      input: own.task.input,
      timeoutMs: settings.env.timeoutMs,
      deadline,
    });
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
  progress.waitsFor = "the agent factory";
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
  progress.store = context.store;
  progress.waitsFor = "setup";
  if (env.setup !== undefined) await setUp(env.setup, { context, task, progress });
  if (deadline.fired() !== null) return;
  progress.waitsFor = "the agent";
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
    store: progress.store,
    gate: (model) => progress.scorerUsage.book(model, gate),
  };
  const toJudge = {
    run: progress.run as CompletedRun<Output>,
    expected: task.expected as Expected,
    context,
    usage: progress.scorerUsage,
  };
  progress.waitsFor = "the scorer";
  const judgement = await judge(env.scorer, toJudge, (errorClass) => {
    progress.fatalOfScorer = errorClass;
  });
  if (deadline.fired() !== null) return;
  progress.judgement = judgement;
  for (const [name, metric] of Object.entries(env.metrics)) {
    progress.waitsFor = { metric: name };
    const { score, unscored } = await judge(metric, toJudge);
    if (deadline.fired() !== null) return;
    progress.metrics.set(name, { score, unscored });
  }
}
