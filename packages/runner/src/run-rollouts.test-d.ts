import {
  type AgentRun,
  type AttemptResult,
  defineEnvironment,
  type Environment,
  functionAgent,
  type Model,
  type RolloutResult,
} from "@rollouts/core";
import { expectTypeOf, it } from "vitest";
import { type RunEvent, type RunRolloutsOptions, runRollouts } from "./index.ts";

declare const anyEnvironment: Environment;
declare const model: Model;
declare const signal: AbortSignal;

const env = defineEnvironment({
  name: "lengths",
  tasks: [{ input: "four", expected: 4 }],
  agent: functionAgent({ run: (input) => ({ output: input.length }) }),
  scorer: (run, expected) => run.output === expected,
});

it("the output of the agent is that of the result and of the events", () => {
  expectTypeOf(runRollouts(env)).toEqualTypeOf<Promise<RolloutResult<number>>>();
  expectTypeOf<
    RolloutResult<number>["taskResults"][number]["attempts"][number]["run"]
  >().toEqualTypeOf<AgentRun<number> | null>();
  void runRollouts(env, {
    onEvent(event) {
      expectTypeOf(event).toEqualTypeOf<RunEvent<number>>();
      if (event.type === "attempt-end") {
        expectTypeOf(event.attempt).toEqualTypeOf<AttemptResult<number>>();
      }
    },
  });
});

it("takes an environment of any kind, and every option as undefined", () => {
  expectTypeOf(runRollouts(anyEnvironment)).toEqualTypeOf<Promise<RolloutResult<unknown>>>();
  void runRollouts(env, { k: undefined, tasks: undefined, model: undefined, signal: undefined });
  void runRollouts(env, { tasks: env.tasks.filter(({ expected }) => expected === 4) });
  void runRollouts(env, { onEvent: async () => {} });
  void runRollouts(env, { limits: undefined, budget: undefined, retries: undefined });
  void runRollouts(env, { limits: { inFlight: undefined, providers: { p: {} }, scorers: {} } });
  void runRollouts(env, { budget: { maxTokens: 1, maxCostUsd: undefined, prices: {} } });
  expectTypeOf<keyof RunRolloutsOptions>().toEqualTypeOf<
    | "k"
    | "concurrency"
    | "tasks"
    | "model"
    | "signal"
    | "onEvent"
    | "order"
    | "seed"
    | "graceMs"
    | "limits"
    | "budget"
    | "retries"
    | "errorStorm"
    | "sink"
    | "retryStored"
  >();
});

it("refuses names for models, texts for numbers, and what is no option", () => {
  void runRollouts(env, { k: 8, concurrency: 4, model, signal, seed: 1, graceMs: 0 });
  // @ts-expect-error a model is an object
  void runRollouts(env, { model: "gpt-5.5" });
  // @ts-expect-error a number
  void runRollouts(env, { k: "3" });
  // @ts-expect-error no such option
  void runRollouts(env, { cache: true });
  // @ts-expect-error no such limit
  void runRollouts(env, { limits: { perSecond: 1 } });
  // @ts-expect-error a price has two sides
  void runRollouts(env, { budget: { maxCostUsd: 1, prices: { m: { inputPerMillionUsd: 1 } } } });
  // @ts-expect-error not what defineEnvironment returned
  void runRollouts({ name: "x", tasks: [], agent: env.agent, scorer: () => true });
});
