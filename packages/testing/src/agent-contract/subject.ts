import {
  type Agent,
  type AgentInput,
  checkAgent,
  createAttemptContext,
  frozenClone,
  InvalidArgumentError,
  type Model,
  type TaskInput,
} from "@rollouts/core";
import { agentBroken } from "../contract/broken.ts";
import { settlesWithin } from "../contract/settles-within.ts";
import { echoModel } from "./echo-model.ts";
import { newMarker } from "./marker.ts";
import type { Pace } from "./pace.ts";
import { createWatchedAttempt, type WatchedAttempt, watchRun } from "./watched-attempt.ts";

/** What is under test, and what is known of it so far. */
export interface Subject {
  readonly agent: AgentInput<unknown>;
  readonly input: (marker: string) => TaskInput;
  /** The caller's, which says nothing of ours. */
  readonly model: Model | undefined;
  /** Every attempt of the suite: what one of them left behind may show up in any later one. */
  readonly attempts: WatchedAttempt[];
}

/** Gives the agent of one attempt. */
export async function makeAgent({ agent, model }: Subject): Promise<Agent<unknown>> {
  const product = typeof agent === "function" ? await agent() : agent;
  checkAgent(product, typeof agent === "function" ? "the product of the agent factory" : "agent");
  if (model !== undefined && product.model === undefined) {
    throw new InvalidArgumentError({
      argument: "model",
      message: "model would never be called: the agent declares no model.",
    });
  }
  return product;
}

export interface AttemptPlan {
  readonly taskId: string;
  readonly attemptIndex?: number | undefined;
  readonly agent?: Agent<unknown> | undefined;
  /** @defaultValue a fresh one */
  readonly inputMarker?: string | undefined;
  /** @defaultValue the subject's, with a marker */
  readonly input?: TaskInput | undefined;
  readonly pace?: Pace | undefined;
}

/** As long as an attempt of an environment may take unless it says otherwise. */
const timeoutMs = 120_000;

/** Runs one attempt to its end, as the runner does it. Rejects only when there is no agent. */
export async function runAttempt(subject: Subject, plan: AttemptPlan): Promise<WatchedAttempt> {
  const agent = plan.agent ?? (await makeAgent(subject));
  const { taskId, attemptIndex = 0, inputMarker = newMarker(), pace } = plan;
  const input = plan.input ?? frozenClone(subject.input(inputMarker));
  const controller = new AbortController();
  const { signal } = controller;
  const context = createAttemptContext({ taskId, attemptIndex, seed: attemptIndex, signal });
  const replyMarker = newMarker();
  const attempt = createWatchedAttempt(context, [inputMarker, replyMarker]);
  subject.attempts.push(attempt);
  const model = subject.model ?? echoModel(replyMarker);
  const work = drain(watchRun(agent, { input, context }, attempt, { model, pace }));
  if (!(await settlesWithin(work, timeoutMs))) {
    const late = agentBroken(`The run did not end within ${timeoutMs / 1000} s.`);
    attempt.failure = { thrown: late };
    controller.abort(late);
  }
  return attempt;
}

async function drain(events: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of events);
}
