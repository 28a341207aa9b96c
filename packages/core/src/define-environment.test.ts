import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { defineEnvironment } from "./define-environment.ts";
import { functionAgent } from "./function-agent.ts";

const agent = functionAgent({ run: () => "4" });
const valid = {
  name: "sums",
  tasks: [{ input: "2+2?", expected: "4" }],
  agent,
  scorer: () => true,
};
const define = (members: object) => defineEnvironment({ ...valid, ...members });
const refusal = (argument: string, message: string) =>
  expect.objectContaining({
    code: "invalid_argument",
    argument,
    message: expect.stringContaining(message),
  });

describe("defineEnvironment", () => {
  it("V1: fills in the defaults", () => {
    const env = define({});

    expect(env).toEqual({
      name: "sums",
      tasks: valid.tasks,
      agent,
      scorer: expect.objectContaining({ specVersion: "v1", name: "scorer" }),
      metrics: {},
      timeoutMs: 120_000,
    });
  });

  it("V1: cannot be changed afterwards, by itself or through the caller's list", () => {
    const tasks = [...valid.tasks];
    const env = define({ tasks });
    tasks.push({ input: "late", expected: "" });

    expect(env.tasks).toHaveLength(1);
    expect(() => Object.assign(env, { timeoutMs: 1 })).toThrow(TypeError);
    expect(() => (env.tasks as unknown[]).push({})).toThrow(TypeError);
    expect(() => Object.assign(env.metrics, { x: 1 })).toThrow(TypeError);
  });

  it("T6: keeps the caller's own task objects, neither frozen nor copied", () => {
    const env = define({});

    expect(env.tasks[0]).toBe(valid.tasks[0]);
    expect(Object.isFrozen(env.tasks[0])).toBe(false);
  });

  it("T3: tells equal tasks apart by identity", () => {
    const tasks = [{ input: "a" }, { input: "a" }];

    expect(new Set(define({ tasks }).tasks).size).toBe(2);
  });

  it("V10: takes a time limit of a fraction of a millisecond", () => {
    expect(define({ timeoutMs: 0.5 }).timeoutMs).toBe(0.5);
    expect(define({ timeoutMs: 2 ** 31 - 1 }).timeoutMs).toBe(2 ** 31 - 1);
  });

  it("V9: makes scorers of functions and definitions, also for metrics", () => {
    const env = define({
      scorer: { score: () => true, name: "exact" },
      metrics: { short: () => 0.3, "a b": { score: () => true } },
    });

    expect(env.scorer.name).toBe("exact");
    expect(Object.keys(env.metrics)).toEqual(["short", "a b"]);
    expect(env.metrics.short).toMatchObject({ specVersion: "v1", name: "short" });
  });

  it("keeps setup and identity", () => {
    const setup = async () => {};

    expect(define({ setup, identity: { db: 3 } })).toMatchObject({ setup, identity: { db: 3 } });
    expect(define({ setup: undefined, identity: undefined })).not.toHaveProperty("setup");
  });

  it.each([
    [{ name: "" }, "name", 'name must be a string that is not blank, got ""'],
    [{ name: " \n" }, "name", "must be a string that is not blank"],
    [{ name: 5 }, "name", "got 5"],
    [{ timeoutMs: 0 }, "timeoutMs", "timeoutMs must be over 0 and at most 2147483647, got 0"],
    [{ timeoutMs: -1 }, "timeoutMs", "got -1"],
    [{ timeoutMs: Number.NaN }, "timeoutMs", "got NaN"],
    [{ timeoutMs: Number.POSITIVE_INFINITY }, "timeoutMs", "got Infinity"],
    [{ timeoutMs: 2 ** 31 }, "timeoutMs", "got 2147483648"],
    [{ timeoutMs: "120" }, "timeoutMs", 'got "120"'],
    [{ timeoutMs: null }, "timeoutMs", "got null"],
    [{ setup: true }, "setup", "setup must be a function"],
    [{ metrics: [] }, "metrics", "metrics must be an object of scorers by name, got an array of 0"],
    [{ metrics: { cost: 1 } }, "metrics.cost", "metrics.cost must be a function"],
    [{ scorer: undefined }, "scorer", "scorer must be a function"],
    [{ tasks: undefined }, "tasks", "tasks must be a list of tasks, got undefined"],
    [{ tasks: new Set() }, "tasks", "got a Set"],
    [{ timeoutSeconds: 5 }, "defineEnvironment.timeoutSeconds", 'unknown key "timeoutSeconds"'],
  ])("V10, V11: refuses %o", (members, argument, message) => {
    expect(() => define(members)).toThrow(refusal(argument, message));
  });

  it("V3: refuses an empty task set", () => {
    expect(() => define({ tasks: [] })).toThrow(refusal("tasks", "needs at least one task"));
  });

  it.each([null, undefined, "x", [], () => {}])("refuses %o in place of options", (options) => {
    expect(() => defineEnvironment(options as unknown as typeof valid)).toThrow(
      refusal("options", "options must be an object"),
    );
  });
});

describe("defineEnvironment: the agent", () => {
  it("V7: may be an agent, or a function that makes one and is not called yet", () => {
    let calls = 0;
    define({
      agent: () => {
        calls += 1;
        return agent;
      },
    });

    expect(calls).toBe(0);
  });

  it.each([
    [3, "got 3"],
    ["gpt-5", 'got "gpt-5"'],
    [undefined, "got undefined"],
    [{}, "got an object"],
    [Promise.resolve(agent), "got a Promise"],
    [class Bot {}, "got class Bot"],
    [
      { specVersion: "v1", provider: "p", modelId: "m", identity() {}, generate() {} },
      "got an object",
    ],
  ])("V7: may not be %o", (found, got) => {
    expect(() => define({ agent: found })).toThrow(
      refusal("agent", `agent must be an agent, or a function that makes one, ${got}. A function`),
    );
  });

  it.each(["model", "run", "specVersion"])("may not have a %s that cannot be read", (member) => {
    const broken = Object.defineProperty({ ...agent }, member, {
      get: () => {
        throw 1;
      },
    });

    expect(() => define({ agent: broken })).toThrow(
      refusal("agent", "agent cannot be read as an agent: 1"),
    );
  });

  it("may not be of another contract, nor its model", () => {
    expect(() => define({ agent: { ...agent, specVersion: "v2" } })).toThrow(
      "The agent given as agent has specVersion v2",
    );
    expect(() => define({ agent: { ...agent, identity: undefined } })).toThrow(
      refusal("agent", "must have an identity() function, got undefined"),
    );
    expect(() => define({ agent: { ...agent, model: "gpt-5" } })).toThrow(
      refusal("agent.model", 'agent.model must be a Model, such as openai("gpt-5") of'),
    );
    const model = { specVersion: "v0", identity() {}, generate() {} };
    expect(() => define({ agent: { ...agent, model } })).toThrow(
      "The model given as agent.model has specVersion v0",
    );
  });
});

describe("defineEnvironment: tasks", () => {
  const withTask = (task: unknown) => () => define({ tasks: [valid.tasks[0], task] });

  it.each([
    ["x", "tasks[1]", 'must be a task { input, expected?, id?, metadata? }, got "x"'],
    [undefined, "tasks[1]", "got undefined"],
    [new (class Row {})(), "tasks[1]", "got a Row"],
    [
      { input: "a", expected_output: 1 },
      "tasks[1].expected_output",
      'unknown key "expected_output"',
    ],
    [JSON.parse('{"input":"a","__proto__":{}}'), "tasks[1].__proto__", 'unknown key "__proto__"'],
    [{}, "tasks[1].input", "must be a string or a list of messages, got undefined"],
    [{ input: 5 }, "tasks[1].input", "got 5"],
    [{ input: [] }, "tasks[1].input", "got an array of 0"],
    [{ input: ["hi"] }, "tasks[1].input[0]", "must be a message with a role of system, user"],
    [{ input: [{ role: ["user"], content: "a" }] }, "tasks[1].input[0]", "must be a message"],
    [{ input: [{ role: "robot", content: "a" }] }, "tasks[1].input[0]", "must be a message"],
    [{ input: [{ role: "user" }] }, "tasks[1].input[0].content", "must be text, got undefined"],
    [{ input: [{ role: "user", content: null }] }, "tasks[1].input[0].content", "got null"],
    [{ input: "a", id: 3 }, "tasks[1].id", "must be a string, got 3"],
    [{ input: "a", id: null }, "tasks[1].id", "must be a string, got null"],
    [{ input: "a", metadata: null }, "tasks[1].metadata", "must be an object, got null"],
    [{ input: "a", metadata: [] }, "tasks[1].metadata", "got an array of 0"],
  ])("T4, V2: refuses %j, naming the place", (task, argument, message) => {
    expect(withTask(task)).toThrow(refusal(argument, message));
  });

  it("V2: refuses a hole in the list", () => {
    const tasks: unknown[] = [valid.tasks[0]];
    tasks[2] = valid.tasks[0];

    expect(() => define({ tasks })).toThrow(refusal("tasks[1]", "got undefined"));
  });

  it("V4, V5: refuses two tasks of one id", () => {
    const dup = { input: "a", id: "dup" };

    expect(() => define({ tasks: [dup, { ...dup }] })).toThrow(refusal("tasks[1].id", '"dup"'));
    expect(() => define({ tasks: [{ input: "a", id: "t2" }, { input: "b" }] })).toThrow(
      refusal("tasks[1].id", '"t2"'),
    );
  });

  it("accepts conversations, the empty string, and no expectation", () => {
    const input = [
      { role: "system", content: "Be brief." },
      { role: "user", content: [{ type: "text", text: "hi" }] },
      { role: "assistant", content: null, toolCalls: [{ id: "c", name: "n", rawArguments: "" }] },
      { role: "tool", toolCallId: "c", content: "ok" },
    ];

    expect(() => define({ tasks: [{ input }, { input: "" }] })).not.toThrow();
  });

  it.each([
    ["a function", { check: () => true }, "tasks[1].expected.check", "is function check"],
    ["an instance", [new (class Money {})()], "tasks[1].expected.0", "is a Money"],
    ["a symbol", Symbol("s"), "tasks[1].expected", "is Symbol(s)"],
    ["an error", new Error("x"), "tasks[1].expected", "is an Error"],
    ["a promise", Promise.resolve(1), "tasks[1].expected", "is a Promise"],
    [
      "a function in a map",
      new Map([["k", () => 1]]),
      'tasks[1].expected.get("k")',
      "is a function",
    ],
    ["an instance as key", new Map([[new URL("a:b"), 1]]), "tasks[1].expected.keys()", "is a URL"],
    ["a function in a set", new Set([() => 1]), "tasks[1].expected.values()", "is a function"],
    ["a made-up date", new (class Day extends Date {})(), "tasks[1].expected", "is a Day"],
    [
      "shared memory",
      new Uint8Array(new SharedArrayBuffer(1)),
      "tasks[1].expected",
      "is a Uint8Array",
    ],
  ])("case 2: refuses what has no copy: %s", (_, expected, argument, message) => {
    const advice = "which cannot be copied for each attempt. Use plain data";

    expect(withTask({ input: "a", expected })).toThrow(refusal(argument, `${message}`));
    expect(withTask({ input: "a", expected })).toThrow(refusal(argument, advice));
    expect(withTask({ input: "a", metadata: { expected } })).toThrow(advice);
  });

  it("case 2: accepts data of all kinds, cycles and shared parts included", () => {
    const cycle: Record<string, unknown> = { when: new Date(), seen: new Set([1]), re: /x/ };
    cycle.self = cycle;
    cycle.map = new Map<unknown, unknown>([[{ a: 1 }, [cycle]]]);
    cycle.bytes = [Buffer.from("x"), new Uint8Array(2), new DataView(new ArrayBuffer(1))];
    const foreign: unknown = runInNewContext("({ when: new Date(), m: new Map([[1, { a: 2 }]]) })");

    expect(withTask({ input: "a", expected: cycle, metadata: { foreign, n: 1n } })).not.toThrow();
  });

  it("refuses endless depth, and is quick with parts shared many times over", () => {
    let deep: unknown = "x";
    for (let i = 0; i < 100_000; i++) deep = [deep];
    let shared: unknown = "x";
    for (let i = 0; i < 60; i++) shared = [shared, shared];

    expect(withTask({ input: "a", expected: deep })).toThrow("is nested over 1000 deep");
    expect(withTask({ input: "a", expected: shared })).not.toThrow();
  });
});
