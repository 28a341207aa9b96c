import {
  defineEnvironment,
  functionAgent,
  InvalidArgumentError,
  UnsupportedSpecVersionError,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { expect, it } from "vitest";
import { runRollouts } from "../index.ts";

/** An environment that counts what is called of it. */
function createEnvironment() {
  const calls: string[] = [];
  const model = scriptedModel(() => {
    calls.push("model");
    return "4";
  });
  const env = defineEnvironment({
    name: "sums",
    tasks: [{ input: "2+2?" }, { input: "3+3?", id: "six" }],
    agent: () => {
      calls.push("factory");
      return functionAgent({ model, run: () => "4" });
    },
    scorer: () => {
      calls.push("scorer");
      return true;
    },
  });
  return { env, calls };
}

const { env: other } = createEnvironment();
const whole = "a whole number >= 1";

it.each<[string, unknown, string, string]>([
  ["k of 0", { k: 0 }, "k", `k must be ${whole}, got 0.`],
  ["a fraction", { k: 2.5 }, "k", `k must be ${whole}, got 2.5.`],
  ["a text", { k: "3" }, "k", `k must be ${whole}, got "3".`],
  ["NaN", { k: Number.NaN }, "k", `k must be ${whole}, got NaN.`],
  ["Infinity", { k: Number.POSITIVE_INFINITY }, "k", `k must be ${whole}, got Infinity.`],
  ["a negative k", { k: -1 }, "k", `k must be ${whole}, got -1.`],
  ["null", { k: null }, "k", `k must be ${whole}, got null.`],
  ["2^53", { k: 2 ** 53 }, "k", `k must be ${whole}, got 9007199254740992.`],
  [
    "more attempts than a run may have",
    { k: 5_000_001 },
    "k",
    "k = 5000001 is too much for 2 tasks: a run has at most 10000000 attempts. Lower k, or select fewer tasks.",
  ],
  ["concurrency of 0", { concurrency: 0 }, "concurrency", `concurrency must be ${whole}, got 0.`],
  [
    "endless concurrency",
    { concurrency: Number.POSITIVE_INFINITY },
    "concurrency",
    `concurrency must be ${whole}, got Infinity.`,
  ],
  ["a negative seed", { seed: -1 }, "seed", "seed must be a whole number >= 0, got -1."],
  ["a text as seed", { seed: "a" }, "seed", 'seed must be a whole number >= 0, got "a".'],
  [
    "an order that is none",
    { order: "random" },
    "order",
    'order must be task-major or round-robin, got "random".',
  ],
  ["a negative grace", { graceMs: -1 }, "graceMs", "graceMs must be from 0 to 2147483647, got -1."],
  [
    "a grace that no timer can wait",
    { graceMs: 2 ** 31 },
    "graceMs",
    "graceMs must be from 0 to 2147483647, got 2147483648.",
  ],
  [
    "NaN as grace",
    { graceMs: Number.NaN },
    "graceMs",
    "graceMs must be from 0 to 2147483647, got NaN.",
  ],
  [
    "a model's name (R4)",
    { model: "gpt-5.5" },
    "model",
    'model must be a Model, such as openai("gpt-5.5") of @rollouts/provider-openai, got "gpt-5.5". Names are not looked up.',
  ],
  [
    "what is no model",
    { model: { generate: () => {} } },
    "model",
    "model must be a Model, such as openai(...) of @rollouts/provider-openai, got an object.",
  ],
  [
    "a null model",
    { model: null },
    "model",
    "model must be a Model, such as openai(...) of @rollouts/provider-openai, got null.",
  ],
  [
    "what is no signal",
    { signal: { aborted: false } },
    "signal",
    "signal must be an AbortSignal, got an object.",
  ],
  [
    "what is no listener",
    { onEvent: "log" },
    "onEvent",
    'onEvent must be a function (event) => void, got "log".',
  ],
  [
    "an unknown option",
    { K: 3 },
    "runRollouts.K",
    'runRollouts has an unknown key "K" (allowed: k, concurrency, tasks, model, signal, onEvent, order, seed, graceMs, limits, budget, retries, errorStorm, sink, retryStored).',
  ],
  [
    "an option that there is not",
    { cache: true },
    "runRollouts.cache",
    'runRollouts has an unknown key "cache" (allowed: k, concurrency, tasks, model, signal, onEvent, order, seed, graceMs, limits, budget, retries, errorStorm, sink, retryStored).',
  ],
  ["negative retries", { retries: -1 }, "retries", "retries must be a whole number >= 0, got -1."],
  [
    "a text as errorStorm",
    { errorStorm: "off" },
    "errorStorm",
    'errorStorm must be true or false, got "off".',
  ],
  ["a number as limits", { limits: 3 }, "limits", "limits must be an object, got 3."],
  [
    "an unknown limit",
    { limits: { rpm: 3 } },
    "limits.rpm",
    'limits has an unknown key "rpm" (allowed: inFlight, requestsPerMinute, tokensPerMinute, modelTries, providers, scorers).',
  ],
  [
    "no call in flight",
    { limits: { inFlight: 0 } },
    "limits.inFlight",
    `limits.inFlight must be ${whole}, got 0.`,
  ],
  [
    "no tries",
    { limits: { modelTries: 0 } },
    "limits.modelTries",
    `limits.modelTries must be ${whole}, got 0.`,
  ],
  [
    "no requests",
    { limits: { requestsPerMinute: 0 } },
    "limits.requestsPerMinute",
    "limits.requestsPerMinute must be a finite number over 0, got 0.",
  ],
  [
    "endless tokens",
    { limits: { tokensPerMinute: Number.POSITIVE_INFINITY } },
    "limits.tokensPerMinute",
    "limits.tokensPerMinute must be a finite number over 0, got Infinity.",
  ],
  [
    "limits of no provider",
    { limits: { providers: [] } },
    "limits.providers",
    "limits.providers must be an object { [provider]: limits }, got an array of 0.",
  ],
  [
    "a provider without limits",
    { limits: { providers: { p: null } } },
    'limits.providers["p"]',
    'limits.providers["p"] must be an object, got null.',
  ],
  [
    "an unknown limit of a provider",
    { limits: { providers: { p: { modelTries: 1 } } } },
    'limits.providers["p"].modelTries',
    'limits.providers["p"] has an unknown key "modelTries" (allowed: inFlight, requestsPerMinute, tokensPerMinute).',
  ],
  [
    "a text as limits of scorers",
    { limits: { scorers: "few" } },
    "limits.scorers",
    'limits.scorers must be an object, got "few".',
  ],
  ["a number as budget", { budget: 5 }, "budget", "budget must be an object, got 5."],
  [
    "a budget without a limit",
    { budget: {} },
    "budget",
    "budget limits nothing. Give it maxTokens, maxCostUsd or both.",
  ],
  [
    "a fraction of a token",
    { budget: { maxTokens: 0.5 } },
    "budget.maxTokens",
    `budget.maxTokens must be ${whole}, got 0.5.`,
  ],
  [
    "a budget of no money",
    { budget: { maxCostUsd: 0 } },
    "budget.maxCostUsd",
    "budget.maxCostUsd must be a finite number over 0, got 0.",
  ],
  [
    "an unknown member of a budget",
    { budget: { maxUsd: 1 } },
    "budget.maxUsd",
    'budget has an unknown key "maxUsd" (allowed: maxTokens, maxCostUsd, prices).',
  ],
  [
    "half a price",
    { budget: { maxCostUsd: 1, prices: { m: { inputPerMillionUsd: 1 } } } },
    'budget.prices["m"].outputPerMillionUsd',
    'budget.prices["m"].outputPerMillionUsd must be a finite number >= 0, got undefined.',
  ],
  [
    "a negative price",
    {
      budget: { maxCostUsd: 1, prices: { m: { inputPerMillionUsd: -1, outputPerMillionUsd: 1 } } },
    },
    'budget.prices["m"].inputPerMillionUsd',
    'budget.prices["m"].inputPerMillionUsd must be a finite number >= 0, got -1.',
  ],
  ["null as options", null, "options", "options must be an object, got null."],
  ["a number as options", 3, "options", "options must be an object, got 3."],
  [
    "tasks that are no list",
    { tasks: "six" },
    "tasks",
    'tasks must be a list of tasks of env.tasks, got "six".',
  ],
  [
    "a rebuilt task (SEL2)",
    { tasks: [{ input: "2+2?" }] },
    "tasks[0]",
    "tasks[0] is not one of env.tasks. Select the very objects, as in env.tasks.filter(...): a copy or a result's task is another object.",
  ],
  [
    "a task of another environment",
    { tasks: other.tasks },
    "tasks[0]",
    "tasks[0] is not one of env.tasks. Select the very objects, as in env.tasks.filter(...): a copy or a result's task is another object.",
  ],
])("R3 PF1 refuses %s before anything is called", async (_, options, argument, message) => {
  const { env, calls } = createEnvironment();

  const refused = await runRollouts(env, options as never).catch((error: unknown) => error);

  expect(refused).toBeInstanceOf(InvalidArgumentError);
  expect(refused).toMatchObject({ argument, message });
  expect(calls).toEqual([]);
});

it("SEL4 N4 refuses a task that is selected twice, naming its id", async () => {
  const { env, calls } = createEnvironment();
  const [, six] = env.tasks;

  const refused = await runRollouts(env, { tasks: [six, six] as never }).catch((error) => error);

  expect(refused).toBeInstanceOf(InvalidArgumentError);
  expect(refused.message).toBe('tasks[1] selects "six" twice. Raise k instead.');
  expect(calls).toEqual([]);
});

it("refuses a model of another contract version", async () => {
  const { env, calls } = createEnvironment();
  const model = { ...scriptedModel([]), specVersion: "v9" };

  const refused = await runRollouts(env, { model } as never).catch((error) => error);

  expect(refused).toBeInstanceOf(UnsupportedSpecVersionError);
  expect(refused.message).toContain("The model given as model has specVersion v9");
  expect(calls).toEqual([]);
});

it.each<[string, (env: object) => unknown, string]>([
  ["nothing", () => undefined, "env must be what defineEnvironment returned, got undefined."],
  ["null", () => null, "env must be what defineEnvironment returned, got null."],
  [
    "options that defineEnvironment has not seen",
    (env) => ({ ...env, scorer: () => true }),
    "env must be what defineEnvironment returned, but its scorer is function scorer.",
  ],
  [
    "an environment without a time limit",
    (env) => ({ ...env, timeoutMs: undefined }),
    "env must be what defineEnvironment returned, but its timeoutMs is undefined.",
  ],
  [
    "an environment without metrics",
    (env) => ({ ...env, metrics: undefined }),
    "env must be what defineEnvironment returned, but its metrics is undefined.",
  ],
  [
    "an environment with a model as agent (V7)",
    (env) => ({ ...env, agent: scriptedModel([]) }),
    "env must be what defineEnvironment returned, but its agent is an object.",
  ],
  [
    "an environment with null as agent",
    (env) => ({ ...env, agent: null }),
    "env must be what defineEnvironment returned, but its agent is null.",
  ],
])("refuses %s in place of an environment", async (_, change, message) => {
  const { env, calls } = createEnvironment();

  const refused = await runRollouts(change(env) as never).catch((error) => error);

  expect(refused).toBeInstanceOf(InvalidArgumentError);
  expect(refused).toMatchObject({ argument: "env", message });
  expect(calls).toEqual([]);
});

it("takes undefined for what is not given", async () => {
  const { env } = createEnvironment();
  const undefineds = {
    k: undefined,
    concurrency: undefined,
    tasks: undefined,
    model: undefined,
    signal: undefined,
    onEvent: undefined,
    seed: undefined,
    graceMs: undefined,
  };

  const result = await runRollouts(env, undefineds);

  expect(result.summary()).toMatchObject({ k: 8, attemptCount: 16, passRate: 1 });
});

it("takes a changed copy of an environment", async () => {
  const { env } = createEnvironment();

  const result = await runRollouts({ ...env, name: "copy" }, { k: 1 });

  expect(result.summary()).toMatchObject({ env: "copy", passRate: 1 });
});
