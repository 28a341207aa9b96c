import {
  type Agent,
  defineEnvironment,
  envFingerprint,
  functionAgent,
  functionScorer,
  InvalidArgumentError,
  policyFingerprint,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it, vi } from "vitest";
import { runRollouts } from "../index.ts";
import { attemptsOf, end, eventAgent, never } from "../run.test-helper.ts";

const tasks = [{ input: "x" }];
const scorer = () => true;
const plain = () => functionAgent({ run: () => "x" });

/** An agent that holds connections. */
const connected = (...connections: object[]): Agent => ({
  ...eventAgent(async function* () {
    yield end("x");
  }),
  connections: () => connections,
});

it("F2 stamps the fingerprints of what is about to run", async () => {
  const model = scriptedModel(() => "x");
  const agent = functionAgent({ model, run: () => "x" });
  const env = defineEnvironment({ name: "f", tasks, agent, scorer });

  const result = await runRollouts(env, { k: 1 });

  expect(result.envFingerprint).toBe(await envFingerprint(env));
  expect(result.policyFingerprint).toBe(await policyFingerprint(model));
  expect(result.header).toMatchObject({ env: "f", k: 1, seed: 0 });
  expect(result.warnings).toEqual([]);
});

it.each([
  ["throws", () => Promise.reject(new RangeError("no key")), "no key"],
  [
    "throws at once",
    () => {
      throw new RangeError("no key");
    },
    "no key",
  ],
  ["gives no agent (V8)", () => "not an agent", "must be an agent, or a function that makes one"],
])("PF1 V8 refuses a factory that %s, before any attempt", async (_, factory, why) => {
  const onEvent = vi.fn();
  const env = defineEnvironment({
    name: "f",
    tasks,
    agent: factory as unknown as () => Agent,
    scorer,
  });

  const refused = await runRollouts(env, { onEvent }).catch((error: unknown) => error);

  expect(refused).toBeInstanceOf(InvalidArgumentError);
  expect(refused).toMatchObject({
    argument: "agent",
    message: expect.stringMatching(`^The agent factory failed before the run started: .*${why}`),
    cause: expect.any(Error),
  });
  expect(onEvent).not.toHaveBeenCalled();
});

it("PF1 refuses a factory that takes longer than an attempt may", async () => {
  const agent = () => never<Agent>();
  const env = defineEnvironment({ name: "f", tasks, agent, scorer, timeoutMs: 30 });

  await expect(runRollouts(env, { graceMs: 10 })).rejects.toThrow(
    "The agent factory failed before the run started: timeout: exceeded 0.03s",
  );
});

it("R4 refuses a model for an agent that calls none through its context", async () => {
  const model = scriptedModel(() => "x");
  const env = defineEnvironment({ name: "f", tasks, agent: plain(), scorer });

  const refused = await runRollouts(env, { model }).catch((error: unknown) => error);

  expect(refused).toBeInstanceOf(InvalidArgumentError);
  expect(refused).toMatchObject({
    argument: "model",
    message:
      "model cannot replace the agent's model: this agent declares none and calls a client of its own.",
  });
  expect(model.calls).toEqual([]);
});

describe("F9 what cannot be fingerprinted costs the fingerprint and leaves a warning", () => {
  it("an expected value that JSON cannot carry", async () => {
    const env = defineEnvironment({
      name: "f",
      tasks: [{ input: "x", expected: new Map() }],
      agent: plain(),
      scorer,
    });

    const result = await runRollouts(env, { k: 1 });

    expect(result.envFingerprint).toBeNull();
    expect(result.policyFingerprint).toMatch(/^polfp1:/);
    expect(result.warnings).toEqual([
      expect.stringMatching(/^No environment fingerprint, so this result matches no other: .*Map/),
    ]);
    expect(result.summary().passRate).toBe(1);
  });

  it("C7: a scorer without readable source, with the remedy in the warning", async () => {
    const env = defineEnvironment({
      name: "f",
      tasks,
      agent: plain(),
      scorer: functionScorer((() => true).bind(null)),
    });

    const result = await runRollouts(env, { k: 1 });

    expect(result.envFingerprint).toBeNull();
    expect(result.warnings).toEqual([expect.stringContaining("Give the scorer a version.")]);
    expect(result.summary().passRate).toBe(1);
  });

  it.each([
    ["throws", () => Promise.reject(new Error("no prompt"))],
    ["never settles", () => never()],
  ])("an identity that %s", async (_, identity) => {
    const agent: Agent = {
      ...eventAgent(async function* () {
        yield end("x");
      }),
      identity,
    };
    const env = defineEnvironment({ name: "f", tasks, agent, scorer, timeoutMs: 150 });

    const result = await runRollouts(env, { k: 1, graceMs: 10 });

    expect(result).toMatchObject({ envFingerprint: null, policyFingerprint: null });
    expect(result.warnings).toHaveLength(2);
    expect(result.summary().passRate).toBe(1);
  });

  it("an identity that never settles, and not the fingerprint of its model", async () => {
    const model = scriptedModel(() => "x");
    const agent = { ...functionAgent({ model, run: () => "x" }), identity: () => never() };
    const env = defineEnvironment({ name: "f", tasks, agent, scorer, timeoutMs: 150 });

    const result = await runRollouts(env, { k: 1, graceMs: 10 });

    expect(result.envFingerprint).toBeNull();
    expect(result.policyFingerprint).toBe(await policyFingerprint(model));
  });

  it("an input that has no canonical JSON", async () => {
    const message = { role: "user" as const, content: "x", sentAt: new Date(0) };
    const env = defineEnvironment({
      name: "f",
      tasks: [{ input: [message] }],
      agent: plain(),
      scorer,
    });

    const result = await runRollouts(env, { k: 2 });

    expect(result.envFingerprint).toBeNull();
    expect(result.summary()).toMatchObject({ scoredCount: 2, passRate: 1 });
  });
});

describe("connections", () => {
  it("M1 refuses a live agent that holds some, with the factory form", async () => {
    const env = defineEnvironment({ name: "f", tasks, agent: connected({}, {}), scorer });

    await expect(runRollouts(env)).rejects.toThrow(
      "The agent holds 2 live connection(s), which all attempts would share. Pass a factory that makes a fresh agent: agent: () => defineAgent({ ... }).",
    );
  });

  it("M5 refuses a factory whose first two products share one", async () => {
    const shared = {};
    const agent = vi.fn(() => connected({}, shared));
    const env = defineEnvironment({ name: "f", tasks, agent, scorer });

    await expect(runRollouts(env)).rejects.toThrow(
      "The agent factory gave two agents that hold the same live connection",
    );
    expect(agent).toHaveBeenCalledTimes(2);
  });

  it("M3 PF2 allows a factory that opens its own, after comparing two products", async () => {
    const agent = vi.fn(() => connected({}));
    const env = defineEnvironment({ name: "f", tasks, agent, scorer });

    const result = await runRollouts(env, { k: 3 });

    expect(attemptsOf(result)).toHaveLength(3);
    expect(agent).toHaveBeenCalledTimes(5);
  });

  const unreadable = "The agent's connections() failed before the run started: ";

  it.each([
    [
      "throws no error",
      () => {
        throw 1;
      },
      `${unreadable}1`,
    ],
    [
      "throws an error",
      () => {
        throw new RangeError("gone", { cause: new Error("closed") });
      },
      `${unreadable}RangeError: gone (cause: Error: closed)`,
    ],
    ["gives a number", () => 5, "agent.connections() must be a list of objects, got 5."],
    [
      "gives a promise",
      async () => [],
      "agent.connections() must be a list of objects, got a Promise.",
    ],
  ])("refuses an agent, and a factory, whose connections() %s", async (_, connections, message) => {
    const agent = { ...connected(), connections } as unknown as Agent;

    for (const given of [agent, () => agent]) {
      const env = defineEnvironment({ name: "f", tasks, agent: given, scorer });
      await expect(runRollouts(env)).rejects.toMatchObject({
        code: "invalid_argument",
        argument: expect.stringMatching(/^agent/),
        message,
      });
    }
  });

  it("allows a live agent that holds none", async () => {
    const env = defineEnvironment({ name: "f", tasks, agent: connected(), scorer });

    expect((await runRollouts(env, { k: 1 })).summary().passRate).toBe(1);
  });
});

it("refuses an agent whose model cannot be read any more", async () => {
  let isDefined = false;
  const agent: Agent = {
    ...plain(),
    get model() {
      if (isDefined) throw 1;
      return undefined;
    },
  };
  const env = defineEnvironment({ name: "f", tasks, agent, scorer });
  isDefined = true;

  await expect(runRollouts(env)).rejects.toMatchObject({
    code: "invalid_argument",
    argument: "agent",
    message: "The agent's model failed before the run started: 1",
    cause: 1,
  });
});
