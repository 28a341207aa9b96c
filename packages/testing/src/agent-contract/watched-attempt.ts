import {
  type Agent,
  type AgentEvent,
  type AttemptContext,
  createAttemptContext,
  type Model,
  type TaskInput,
} from "@rollouts/core";
import type { Pace } from "./pace.ts";
import { watchedModel } from "./watched-model.ts";
import { type WatchedStore, watchedStore } from "./watched-store.ts";
import { createWitness, type Witness } from "./witness.ts";

/** One attempt under observation. */
export interface WatchedAttempt {
  /** `<task id>/<attempt index>` */
  readonly label: string;
  /** What only this attempt can know: its markers, its session id and its user id. */
  readonly markers: ReadonlySet<string>;
  readonly witness: Witness;
  readonly store: WatchedStore;
  /** As the agent yielded them, whatever they are. */
  readonly events: AgentEvent[];
  /** What the agent threw, or reported in an `error` event. */
  failure: { readonly thrown: unknown } | null;
}

export interface WatchOptions {
  /** Takes the place of the model in the context, if there is one. */
  readonly model: Model;
  readonly pace?: Pace | undefined;
}

/** Makes the record of an attempt, still empty. */
export function createWatchedAttempt(
  { taskId, attemptIndex, sessionId, userId, store }: AttemptContext,
  markers: readonly string[],
): WatchedAttempt {
  return {
    label: `${taskId}/${attemptIndex}`,
    markers: new Set([...markers, sessionId, userId]),
    witness: createWitness(),
    store: watchedStore(store),
    events: [],
    failure: null,
  };
}

/** Runs an agent and passes its events on, writing down all that the attempt shows. */
export async function* watchRun(
  agent: Agent<unknown>,
  question: { readonly input: TaskInput; readonly context: AttemptContext },
  attempt: WatchedAttempt,
  { model, pace }: WatchOptions,
): AsyncGenerator<AgentEvent, void, undefined> {
  const { input, context } = question;
  const { witness, store } = attempt;
  const { taskId, attemptIndex, seed, sessionId, userId, writes, signal } = context;
  const watched = watchedModel(model, { witness, pace, attempt: { taskId, attemptIndex, seed } });
  const own = createAttemptContext({
    ...{ taskId, attemptIndex, seed, sessionId, userId, writes, signal, store },
    model: agent.model === undefined ? undefined : watched,
  });
  try {
    for await (const event of agent.run(input, own)) {
      attempt.events.push(event);
      witness.seeEvent(event);
      if (event?.type === "error") attempt.failure ??= { thrown: event.error };
      yield event;
    }
  } catch (thrown) {
    attempt.failure ??= { thrown };
    witness.seeThrown(thrown);
    throw thrown;
  } finally {
    store.close();
    witness.seeStore(await store.contents());
  }
}
