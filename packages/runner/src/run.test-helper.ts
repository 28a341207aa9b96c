import type { Agent, AgentEvent, AttemptResult, RolloutResult } from "@rollouts/core";

/** A promise that a test settles by hand. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (reason: unknown) => void;
}

export function deferred<Value = void>(): Deferred<Value> {
  let resolve: Deferred<Value>["resolve"] = () => {};
  let reject: Deferred<Value>["reject"] = () => {};
  const promise = new Promise<Value>((settle, fail) => {
    resolve = settle;
    reject = fail;
  });
  return { promise, resolve, reject };
}

/** A promise that never settles. */
export function never<Value = never>(): Promise<Value> {
  return new Promise(() => {});
}

/** Lets everything that is waiting for nothing but promises and immediates go on. */
export async function settleAll(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** An agent whose events a test writes by hand. */
export function eventAgent(run: Agent["run"]): Agent {
  return { specVersion: "v1", identity: () => "written by hand", run };
}

/** The last event of an agent that answers with a text. */
export function end(text: string): AgentEvent<string> {
  return { type: "end", status: "completed", output: text, text };
}

/** All attempts of a result, task by task. */
export function attemptsOf<Output>(result: RolloutResult<Output>): AttemptResult<Output>[] {
  return result.taskResults.flatMap(({ attempts }) => attempts);
}

/** What never changes between two readings of one result. */
export function snapshotOf(result: RolloutResult): string {
  return JSON.stringify([result, result.summary(), String(result)]);
}

/** Counts what is going on at once. */
export function createGauge() {
  let current = 0;
  let highest = 0;
  return {
    enter() {
      current += 1;
      highest = Math.max(highest, current);
    },
    leave() {
      current -= 1;
    },
    highest: () => highest,
  };
}
