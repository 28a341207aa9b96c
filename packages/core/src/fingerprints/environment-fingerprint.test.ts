import { describe, expect, it, onTestFinished, vi } from "vitest";
import { throwingGetter } from "../__fixtures__/hostile.ts";
import { headerOf } from "../__fixtures__/results.ts";
import type { Agent } from "../agent.ts";
import { defineEnvironment } from "../define-environment.ts";
import type { Environment } from "../environment.ts";
import { functionAgent } from "../function-agent.ts";
import type { Json } from "../json.ts";
import type { Model, ModelIdentity } from "../model.ts";
import type { Task } from "../task.ts";
import { describeEnvironment, envFingerprint } from "./environment-fingerprint.ts";
import { type FingerprintWithParts, policyFingerprint } from "./policy-fingerprint.ts";
import { requireComparable } from "./require-comparable.ts";

const modelOf = (identity: ModelIdentity): Model => ({
  specVersion: "v1",
  provider: "p",
  modelId: "m",
  identity: () => identity,
  generate: () => Promise.reject(new Error("unused")),
});
const plainModel = modelOf({ policy: { model: "m" } });
const agentOf = (identity: Json, model = plainModel) =>
  functionAgent({ run: () => "4", identity, model });
const scorer = () => true;
const tasks: Task[] = [
  { input: "2+2?", expected: 4 },
  { input: "3+3?", expected: 6 },
];
const base = { name: "sums", tasks, agent: agentOf({ prompt: "a" }), scorer };
const envOf = (members: object = {}) => defineEnvironment({ ...base, ...members });
const of = (members: object = {}) => envFingerprint(envOf(members));
const withTask = (task: Task) => of({ tasks: [task, tasks[1]] });

async function partsOf(members: object = {}): Promise<Readonly<Record<string, string>>> {
  const env = envOf(members);
  const agent = env.agent as Agent<unknown>;
  return (await describeEnvironment(env, { agent, model: agent.model })).parts;
}

describe("envFingerprint", () => {
  it("F1: is versioned, and the same for the same environment", async () => {
    expect(await of()).toMatch(/^envfp1:[0-9a-f]{64}$/);
    expect(await of({ tasks: structuredClone(tasks) })).toBe(await of());
  });

  it.each([
    ["another input", "tasks", { tasks: [{ ...tasks[0], input: "2+3?" }, tasks[1]] }],
    ["another expectation", "tasks", { tasks: [{ ...tasks[0], expected: 5 }, tasks[1]] }],
    ["another id", "tasks", { tasks: [{ ...tasks[0], id: "x" }, tasks[1]] }],
    ["one task less", "tasks", { tasks: [tasks[0]] }],
    ["another scorer", "scorer", { scorer: () => false }],
    ["another threshold", "scorer", { scorer: { score: scorer, passThreshold: 0.6 } }],
    ["a metric", "metrics", { metrics: { short: scorer } }],
    ["another agent", "agent", { agent: agentOf({ prompt: "b" }) }],
    [
      "a prompt in the model",
      "modelPrompt",
      {
        agent: agentOf(
          { prompt: "a" },
          modelOf({ policy: { model: "m" }, prompt: { system: "x" } }),
        ),
      },
    ],
    ["another time limit", "timeoutMs", { timeoutMs: 60_000 }],
    ["another identity", "identity", { identity: { db: 2 } }],
  ])("F3: changes with %s, in the part %s alone, and leaves the policy alone", async (...row) => {
    const [, part, members] = row;
    const [own, changed] = [await partsOf(), await partsOf(members)];

    expect(await of(members)).not.toBe(await of());
    expect(Object.keys(own).filter((name) => own[name] !== changed[name])).toEqual([part]);
    expect(await policyFingerprint(envOf(members).agent as Agent<unknown>)).toBe(
      await policyFingerprint(base.agent),
    );
  });

  it.each([
    ["the name", { name: "other" }],
    ["metadata of tasks", { tasks: [{ ...tasks[0], metadata: { split: "test" } }, tasks[1]] }],
    ["the name of the scorer", { scorer: { score: scorer, name: "renamed" } }],
    [
      "the policy of the model",
      { agent: agentOf({ prompt: "a" }, modelOf({ policy: { model: "x" } })) },
    ],
    [
      "the code of an agent that has an identity",
      { agent: functionAgent({ run: () => "5", identity: { prompt: "a" }, model: plainModel }) },
    ],
    ["a set-up", { setup: async () => {} }],
    [
      "members that are undefined",
      { agent: agentOf({ prompt: "a", tools: undefined }), identity: undefined },
    ],
  ])("F4: does not change with %s", async (_, members) => {
    expect(await of(members)).toBe(await of());
  });

  it("F2: is another one once the agent has changed, so what was stamped before no longer matches", async () => {
    let prompt = "a";
    const agent = { ...base.agent, identity: () => ({ prompt }) };
    const stamped = await of({ agent });
    prompt = "b";

    expect(stamped).toBe(await of());
    expect(await of({ agent })).not.toBe(stamped);
  });

  it("F5: does not change with time, only with the flag that puts the time into the prompt", async () => {
    const agent = (addTime: boolean) =>
      functionAgent({ identity: { addTime }, run: () => `It is ${new Date().toISOString()}.` });
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    onTestFinished(() => void vi.useRealTimers());
    const first = await of({ agent: agent(true) });
    vi.setSystemTime(1100);

    expect(await of({ agent: agent(true) })).toBe(first);
    expect(await of({ agent: agent(false) })).not.toBe(first);
  });

  it("F6: takes an id that spells out the position for the same as none", async () => {
    expect(await of({ tasks: [{ ...tasks[0], id: "t1" }, tasks[1]] })).toBe(await of());
  });

  it("F7: changes with the order of the tasks", async () => {
    const [first, second] = [
      { ...tasks[0], id: "t1" },
      { ...tasks[1], id: "t2" },
    ];

    expect(await of({ tasks: [first, second] })).toBe(await of());
    expect(await of({ tasks: [second, first] })).not.toBe(await of());
  });

  it('F7: tells 1 from true and from "1", and takes 1 and 1.0 for the same', async () => {
    const prints = await Promise.all(
      [1, true, "1"].map((expected) => withTask({ input: "q", expected })),
    );

    expect(new Set(prints).size).toBe(3);
    expect(await withTask({ input: "q", expected: JSON.parse("1.0") })).toBe(prints[0]);
  });

  it("F8: counts messages as they are: equal ones are equal, and nothing is left out of them", async () => {
    const input = (members: object = {}) => [
      { role: "user", content: "q", ...members } as const,
      {
        role: "assistant",
        content: null,
        toolCalls: [{ id: "c1", name: "f", rawArguments: "{}" }],
      } as const,
    ];

    expect(await withTask({ input: input() })).toBe(await withTask({ input: input() }));
    expect(await withTask({ input: input({ created_at: 1 }) })).not.toBe(
      await withTask({ input: input({ created_at: 2 }) }),
    );
  });

  it("J9: takes a missing expectation and null for the same", async () => {
    expect(await withTask({ input: "q", expected: null })).toBe(await withTask({ input: "q" }));
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

  it("F15: takes a model beside the primary one, named in the identity, for environment", async () => {
    const parser = modelOf({ policy: { model: "parser-1" } });
    const other = modelOf({ policy: { model: "parser-2" } });
    const agent = (secondary: Model) =>
      agentOf({ prompt: "a", parser: secondary.identity().policy });

    expect(await of({ agent: agent(parser) })).not.toBe(await of({ agent: agent(other) }));
    expect(await policyFingerprint(agent(parser))).toBe(await policyFingerprint(agent(other)));
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

  it("F18: runs and calls nothing, and changes nothing of what it reads", async () => {
    const identity = { tools: [{ name: "b" }, { name: "a" }], prompt: "a" };
    const called: string[] = [];
    const agent = functionAgent({
      identity,
      model: { ...plainModel, generate: () => Promise.reject(called.push("model")) },
      run: () => `run ${called.push("agent")}`,
    });
    const env = envOf({ agent, setup: async () => void called.push("setup") });
    const before = structuredClone({ identity, tasks });

    await envFingerprint(env);
    await policyFingerprint(agent);

    expect(called).toEqual([]);
    expect({ identity, tasks }).toStrictEqual(before);
  });

  it("V8: refuses a factory whose product is no agent", async () => {
    await expect(of({ agent: () => "not an agent" })).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });
});

describe("envFingerprint: what cannot be fingerprinted", () => {
  const foreign = (members: object): Environment => ({ ...envOf(), ...members });
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
  ])("F9: names the path of %s", async (_, members, path) => {
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
    ["a digest that is no text", { scorer: { digest: () => 5 } }, "$.scorer"],
    ["such a digest of a metric", { metrics: { m: { digest: () => ({}) } } }, "$.metrics"],
    ["an identity that throws", { agent: { ...base.agent, identity: throwing } }, "$.agent"],
    ["no identity", { agent: { ...base.agent, identity: () => undefined } }, "$.agent"],
    [
      "a model that throws",
      { agent: { ...base.agent, model: { ...modelOf({ policy: {} }), identity: throwing } } },
      "$.modelPrompt",
    ],
  ])("F10: turns foreign failures into FingerprintError: %s", async (_, members, path) => {
    await expect(envFingerprint(foreign(members))).rejects.toMatchObject({
      code: "not_fingerprintable",
      path,
    });
  });
});

describe("describeEnvironment", () => {
  it("gives a digest per part", async () => {
    const parts = await partsOf();

    expect(Object.keys(parts)).toEqual([
      "tasks",
      "scorer",
      "metrics",
      "agent",
      "modelPrompt",
      "timeoutMs",
      "identity",
    ]);
    expect(Object.values(parts).every((digest) => /^[0-9a-f]{64}$/.test(digest))).toBe(true);
  });

  it("F17: takes the model that is really used: one with a prompt is another environment", async () => {
    const override = modelOf({ policy: { model: "x" }, prompt: { system: "x" } });
    const describe = (model: Model) => describeEnvironment(envOf(), { agent: base.agent, model });
    const [own, prompted] = [await describe(plainModel), await describe(override)];
    const bare = await describe(modelOf({ policy: { model: "x" } }));
    const header = ({ fingerprint, parts }: FingerprintWithParts) =>
      headerOf({ envFingerprint: fingerprint, envParts: parts });

    expect(own.fingerprint).toBe(await of());
    expect(bare).toEqual(own);
    expect(() => requireComparable(header(prompted), header(own))).toThrow(
      expect.objectContaining({ code: "mismatch", parts: ["modelPrompt"] }),
    );
  });
});
