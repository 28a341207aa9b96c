import { describe, expect, it } from "vitest";
import { throwingGetter } from "./__fixtures__/hostile.ts";
import { defineEnvironment } from "./define-environment.ts";
import type { Environment } from "./environment.ts";
import { describeEnvironment, envFingerprint } from "./environment-fingerprint.ts";
import { functionAgent } from "./function-agent.ts";
import type { Json } from "./json.ts";
import type { Model, ModelIdentity } from "./model.ts";
import type { Task } from "./task.ts";

const agentOf = (identity: Json, model?: Model) =>
  functionAgent({ run: () => "4", identity, model });
const modelOf = (identity: ModelIdentity): Model => ({
  specVersion: "v1",
  provider: "p",
  modelId: "m",
  identity: () => identity,
  generate: () => Promise.reject(new Error("unused")),
});
const scorer = () => true;
const tasks: Task[] = [
  { input: "2+2?", expected: 4 },
  { input: "3+3?", expected: 6 },
];
const base = { name: "sums", tasks, agent: agentOf({ prompt: "a" }), scorer };
const of = (members: object = {}) => envFingerprint(defineEnvironment({ ...base, ...members }));
const withTask = (task: Task) => of({ tasks: [task, tasks[1]] });

describe("envFingerprint", () => {
  it("is versioned, and the same for the same environment", async () => {
    expect(await of()).toMatch(/^envfp1:[0-9a-f]{64}$/);
    expect(await of({ tasks: structuredClone(tasks) })).toBe(await of());
  });

  it.each([
    ["another input", { tasks: [{ ...tasks[0], input: "2+3?" }, tasks[1]] }],
    ["another expectation", { tasks: [{ ...tasks[0], expected: 5 }, tasks[1]] }],
    ["another id", { tasks: [{ ...tasks[0], id: "x" }, tasks[1]] }],
    ["one task less", { tasks: [tasks[0]] }],
    [
      "F7: another order",
      {
        tasks: [
          { ...tasks[1], id: "t2" },
          { ...tasks[0], id: "t1" },
        ],
      },
    ],
    ["another scorer", { scorer: () => false }],
    ["another threshold", { scorer: { score: scorer, passThreshold: 0.6 } }],
    ["a metric", { metrics: { short: scorer } }],
    ["another agent", { agent: agentOf({ prompt: "b" }) }],
    ["another time limit", { timeoutMs: 60_000 }],
    ["another identity", { identity: { db: 2 } }],
    [
      "F17: a prompt in the model",
      { agent: agentOf({ prompt: "a" }, modelOf({ policy: {}, prompt: { system: "x" } })) },
    ],
  ])("F3: changes with %s", async (_, members) => {
    expect(await of(members)).not.toBe(await of());
  });

  it.each([
    ["the name", { name: "other" }],
    ["metadata of tasks", { tasks: [{ ...tasks[0], metadata: { split: "test" } }, tasks[1]] }],
    ["F6: an id that spells out the position", { tasks: [{ ...tasks[0], id: "t1" }, tasks[1]] }],
    ["the name of the scorer", { scorer: { score: scorer, name: "renamed" } }],
    [
      "the policy of the model",
      { agent: agentOf({ prompt: "a" }, modelOf({ policy: { model: "x" } })) },
    ],
    ["a set-up", { setup: async () => {} }],
    [
      "members that are undefined",
      { agent: agentOf({ prompt: "a", tools: undefined }), identity: undefined },
    ],
  ])("F4: does not change with %s", async (_, members) => {
    expect(await of(members)).toBe(await of());
  });

  it("J9: takes a missing expectation and null for the same", async () => {
    expect(await withTask({ input: "q", expected: null })).toBe(await withTask({ input: "q" }));
  });

  it('F7: tells 1 from true and from "1"', async () => {
    const prints = await Promise.all(
      [1, true, "1"].map((expected) => withTask({ input: "q", expected })),
    );

    expect(new Set(prints).size).toBe(3);
  });

  it("names the metrics by their names, in any order", async () => {
    const other = () => 0.5;

    expect(await of({ metrics: { a: scorer, b: other } })).toBe(
      await of({ metrics: { b: other, a: scorer } }),
    );
    expect(await of({ metrics: { a: scorer, b: other } })).not.toBe(
      await of({ metrics: { a: other, b: scorer } }),
    );
  });

  it("F18: calls a factory once, waits for it, and fingerprints its product", async () => {
    let calls = 0;
    const agent = async () => {
      calls += 1;
      return base.agent;
    };

    expect(await of({ agent })).toBe(await of());
    expect(calls).toBe(1);
  });

  it("V8: refuses a factory whose product is no agent", async () => {
    await expect(of({ agent: () => "not an agent" })).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });
});

describe("envFingerprint: what cannot be fingerprinted (F9, F10)", () => {
  const foreign = (members: object): Environment => ({ ...defineEnvironment(base), ...members });
  const throwing = () => {
    throw new TypeError("odd tool");
  };

  it.each([
    [
      "an expectation",
      { tasks: [{ input: "q" }, { input: "q", expected: { at: new Date(0) } }] },
      "$.tasks[1].expected.at",
    ],
    [
      "an expectation of a set",
      { tasks: [{ input: "q", expected: new Set() }] },
      "$.tasks[0].expected",
    ],
    ["a scorer without source", { scorer: Math.max.bind(null) }, "$.scorer.source"],
    ["a metric without source", { metrics: { m: Math.max.bind(null) } }, "$.metrics.source"],
    ["an identity", { identity: { n: 1n } }, "$.identity.n"],
    ["an agent", { agent: agentOf({ f: Number.NaN }) }, "$.agent.f"],
    ["an unreadable agent", { agent: agentOf(throwingGetter("tools") as Json) }, "$.agent.tools"],
  ])("names the path of %s", async (_, members, path) => {
    await expect(of(members)).rejects.toMatchObject({
      code: "not_fingerprintable",
      path,
      message: expect.stringMatching(/^\$\./),
    });
  });

  it.each([
    ["a digest that throws", { scorer: { digest: throwing } }, "$.scorer"],
    ["no digest", { scorer: {} }, "$.scorer"],
    ["a digest of nothing", { scorer: { digest: () => undefined } }, "$.scorer"],
    ["an identity that throws", { agent: { ...base.agent, identity: throwing } }, "$.agent"],
    ["no identity", { agent: { ...base.agent, identity: () => undefined } }, "$.agent"],
    [
      "a model that throws",
      { agent: { ...base.agent, model: { ...modelOf({ policy: {} }), identity: throwing } } },
      "$.modelPrompt",
    ],
  ])("turns foreign failures into FingerprintError: %s", async (_, members, path) => {
    await expect(envFingerprint(foreign(members))).rejects.toMatchObject({
      code: "not_fingerprintable",
      path,
    });
  });
});

it("describeEnvironment gives a digest per part, and F17 takes the model that is really used", async () => {
  const env = defineEnvironment(base);
  const own = await describeEnvironment(env, { agent: base.agent, model: undefined });
  const override = modelOf({ policy: {}, prompt: { system: "x" } });
  const other = await describeEnvironment(env, { agent: base.agent, model: override });

  expect(Object.keys(own.parts)).toEqual([
    "tasks",
    "scorer",
    "metrics",
    "agent",
    "modelPrompt",
    "timeoutMs",
    "identity",
  ]);
  expect(Object.values(own.parts).every((digest) => /^[0-9a-f]{64}$/.test(digest))).toBe(true);
  expect(other.fingerprint).not.toBe(own.fingerprint);
  expect({ ...other.parts, modelPrompt: own.parts.modelPrompt }).toEqual(own.parts);
});
