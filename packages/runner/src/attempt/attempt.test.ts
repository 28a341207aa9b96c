import {
  type Agent,
  type AttemptResult,
  defineEnvironment,
  type EnvironmentOptions,
  functionAgent,
  type RolloutResult,
} from "@rollouts/core";
import { describe, expect, it, vi } from "vitest";
import { runRollouts } from "../index.ts";
import {
  attemptsOf,
  deferred,
  end,
  eventAgent,
  never,
  settleAll,
  snapshotOf,
} from "../run.test-helper.ts";

type Changes = Partial<EnvironmentOptions<string, undefined>>;

function environmentOf(
  agent: EnvironmentOptions<string, undefined>["agent"],
  changes: Changes = {},
) {
  return defineEnvironment<string, undefined>({
    name: "attempts",
    tasks: [{ input: "x" }],
    scorer: () => true,
    ...changes,
    agent,
  });
}

/** The only attempt of a run with a short grace. */
async function runOne(agent: Agent, changes: Changes = {}): Promise<AttemptResult<string>> {
  const result = await runRollouts(environmentOf(agent, changes), { k: 1, graceMs: 10 });
  return attemptsOf(result)[0] as AttemptResult<string>;
}

class Oops extends Error {}
const hostile = new Proxy(
  {},
  {
    get: () => {
      throw new Error("trap");
    },
    getPrototypeOf: () => {
      throw new Error("trap");
    },
    getOwnPropertyDescriptor: () => {
      throw new Error("trap");
    },
  },
);
const { proxy: revoked, revoke } = Proxy.revocable({}, {});
revoke();

/** What was thrown, then the error and the error type that it becomes. */
const throwables: [string, unknown, string, string | null][] = [
  ["an error", new RangeError("boom"), "RangeError: boom", "RangeError"],
  ["an error of a class without a name", new Oops("boom"), "Oops: boom", "Oops"],
  ["an error without a message", new Error(), "Error", "Error"],
  ["a string", "boom: it broke", "boom: it broke", null],
  ["an empty string", "", "unknown error", null],
  ["undefined", undefined, "unknown error", null],
  ["null", null, "null", null],
  ["a number", 7, "7", null],
  ["a symbol", Symbol("s"), "Symbol(s)", null],
  ["an object", { code: 7 }, "an object", null],
  ["an object with a message", { message: "x" }, "x", null],
  ["an object with throwing traps", hostile, "an object", null],
  ["a revoked proxy", revoked, "an object", null],
  [
    "an error with a throwing message",
    Object.defineProperty(new Error(), "message", {
      get: () => {
        throw new Error("trap");
      },
    }),
    "an Error",
    null,
  ],
];

describe("E8 whatever an agent throws costs only its own attempt", () => {
  it.each(throwables)("%s", async (_, thrown, error, errorType) => {
    const agent = functionAgent({
      run(_input, { attemptIndex }) {
        if (attemptIndex === 1) throw thrown;
        return "fine";
      },
    });

    const result = await runRollouts(environmentOf(agent), { k: 3 });

    const [before, broken, after] = attemptsOf(result);
    expect(before?.score).toEqual({ value: 1, passed: true });
    expect(after?.score).toEqual({ value: 1, passed: true });
    expect(broken).toMatchObject({
      run: null,
      score: null,
      unscored: { cause: "error", reason: error },
      stopReason: "error",
      error,
      errorType,
      tries: [{ error, errorType }],
    });
  });

  it.each(throwables)("%s, as an error event (E7)", async (_, thrown, error, errorType) => {
    const scorer = vi.fn(() => true);
    const agent = eventAgent(async function* () {
      yield { type: "error", error: thrown };
      yield end("an answer all the same");
    });

    const attempt = await runOne(agent, { scorer });

    expect(attempt).toMatchObject({
      stopReason: "error",
      error,
      errorType,
      score: null,
      run: { status: "error", text: "an answer all the same" },
    });
    expect(scorer).not.toHaveBeenCalled();
  });

  it("a synchronous throw of run", async () => {
    const agent: Agent = {
      ...eventAgent(async function* () {}),
      run() {
        throw new Oops("at once");
      },
    };

    expect(await runOne(agent)).toMatchObject({ stopReason: "error", error: "Oops: at once" });
  });

  it.each([
    ["resolved", () => Promise.resolve("x")],
    ["rejected", () => Promise.reject(new Error("lost"))],
  ])("a run that gives a %s promise instead of events", async (_, run) => {
    const agent = { ...eventAgent(async function* () {}), run } as unknown as Agent;

    expect(await runOne(agent)).toMatchObject({
      stopReason: "error",
      error: expect.stringContaining("Write it as `async *run(input, context)`"),
    });
  });

  it("a run that gives no events at all", async () => {
    const agent = { ...eventAgent(async function* () {}), run: () => 5 } as unknown as Agent;

    expect(await runOne(agent)).toMatchObject({ stopReason: "error", errorType: "TypeError" });
  });
});

it("E7 takes the class of an error event from the event when the error does not tell", async () => {
  const agent = eventAgent(async function* () {
    yield { type: "error", error: "boom on X", errorType: "ToolFault" };
  });

  expect(await runOne(agent)).toMatchObject({
    error: "ToolFault: boom on X",
    errorType: "ToolFault",
  });
});

it("E5 joins what went wrong, in order, and says nothing twice", async () => {
  const agent = eventAgent(async function* () {
    yield { type: "error", error: new Oops("first") };
    yield { type: "error", error: "second" };
    throw new Oops("first");
  });

  expect(await runOne(agent)).toMatchObject({
    error: "Oops: first; second",
    errorType: "Oops",
  });
});

it("E9 Z2 an agent that gives up with an AbortError costs only its own attempt", async () => {
  const agent = functionAgent({
    run(_, { attemptIndex }) {
      if (attemptIndex === 1) throw new DOMException("I stop", "AbortError");
      return "fine";
    },
  });

  const result = await runRollouts(environmentOf(agent), { k: 4 });

  expect(attemptsOf(result).map(({ stopReason }) => stopReason)).toEqual([
    "completed",
    "cancelled",
    "completed",
    "completed",
  ]);
  expect(result.taskResults[0]?.attempts[1]).toMatchObject({
    error: "AbortError: I stop",
    unscored: { cause: "cancelled", reason: "AbortError: I stop" },
  });
  expect(result).toMatchObject({ status: "finished", stoppedEarly: null });
});

it("E10 a factory that fails on its third call costs one attempt", async () => {
  let callCount = 0;
  const factory = () => {
    callCount += 1;
    if (callCount === 3) throw new Oops("no agent");
    return functionAgent({ run: () => "x" });
  };

  const result = await runRollouts(environmentOf(factory), { k: 4, concurrency: 1 });

  expect(attemptsOf(result).map(({ error, run }) => [error, run?.text])).toEqual([
    [null, "x"],
    ["Oops: no agent", undefined],
    [null, "x"],
    [null, "x"],
  ]);
});

it("E10 V8 a factory whose later product is no agent costs one attempt", async () => {
  let callCount = 0;
  const factory = () =>
    ++callCount === 2 ? ("not an agent" as never) : functionAgent({ run: () => "x" });

  const result = await runRollouts(environmentOf(factory), { k: 2, concurrency: 1 });

  expect(attemptsOf(result).map(({ error }) => error)).toEqual([
    expect.stringContaining('must be an agent, or a function that makes one, got "not an agent"'),
    null,
  ]);
});

it("a task that can no longer be copied costs its attempts, and no others", async () => {
  const expected: { uncopyable?: object } = {};
  const env = defineEnvironment({
    name: "changed later",
    tasks: [{ input: "a", expected: new Map([["key", expected]]) }, { input: "b" }],
    agent: functionAgent({ run: () => "x" }),
    scorer: () => true,
  });
  expected.uncopyable = new (class {
    fn = () => {};
  })();

  const result = await runRollouts(env, { k: 1 });

  expect(attemptsOf(result).map(({ stopReason }) => stopReason)).toEqual(["error", "completed"]);
});

it("E11 X4 only a completed run is scored", async () => {
  const scorer = vi.fn(() => true);
  const agent = eventAgent(async function* (_, { attemptIndex }) {
    if (attemptIndex === 0) throw new Error("broken");
    if (attemptIndex === 4) return;
    const status = (["completed", "paused", "truncated"] as const)[attemptIndex - 1];
    yield { type: "end", status: status ?? "completed", output: "x", text: "x" };
  });

  const result = await runRollouts(environmentOf(agent, { scorer }), { k: 5 });

  expect(
    attemptsOf(result).map(({ stopReason, error, score }) => [stopReason, error, score]),
  ).toEqual([
    ["error", "Error: broken", null],
    ["completed", null, { value: 1, passed: true }],
    ["paused", "run ended with status paused", null],
    ["truncated", "truncated: the answer was cut off", null],
    ["error", "the agent ended without an end event", null],
  ]);
  expect(scorer).toHaveBeenCalledTimes(1);
});

it("X1 ends every attempt in one of six stop reasons", async () => {
  const agent = eventAgent(async function* (_, { attemptIndex }) {
    if (attemptIndex === 0) yield end("x");
    if (attemptIndex === 1) throw new Error("broken");
    if (attemptIndex === 2) await never();
    if (attemptIndex === 3) yield { type: "end", status: "truncated", text: "x" };
    if (attemptIndex === 4) throw new DOMException("I stop", "AbortError");
    if (attemptIndex === 5) yield { type: "end", status: "paused", text: null };
  });
  const env = environmentOf(agent, { timeoutMs: 300 });

  const result = await runRollouts(env, { k: 6, concurrency: 6, graceMs: 10 });

  const attempts = attemptsOf(result);
  expect(attempts.map(({ stopReason }) => stopReason)).toEqual([
    "completed",
    "error",
    "timeout",
    "truncated",
    "cancelled",
    "paused",
  ]);
  expect(attempts.map(({ score }) => score !== null)).toEqual([
    true,
    ...Array<boolean>(5).fill(false),
  ]);
});

it("E18 never runs an attempt again, however it ended", async () => {
  const runs: number[] = [];
  const agent = functionAgent({
    run(_, { attemptIndex }) {
      runs.push(attemptIndex);
      if (attemptIndex === 0) throw new Oops("429, try again");
      return "x";
    },
  });

  const result = await runRollouts(environmentOf(agent, { scorer: () => false }), { k: 2 });

  expect(runs).toEqual([0, 1]);
  expect(attemptsOf(result).map(({ tries }) => tries.length)).toEqual([1, 1]);
  expect(result.summary()).toMatchObject({ scoredCount: 1, unscoredCount: 1 });
});

it("N1 a run that completes with no content is truncated; empty text is an answer", async () => {
  const scorer = vi.fn(() => true);
  const agent = functionAgent({
    run: (_, { attemptIndex }) => ({ text: attemptIndex === 0 ? null : "" }),
  });

  const result = await runRollouts(environmentOf(agent, { scorer }), { k: 2 });

  const [none, empty] = attemptsOf(result);
  expect(none).toMatchObject({
    stopReason: "truncated",
    error: "truncated: the run completed with no content",
    unscored: { cause: "truncated" },
  });
  expect(empty).toMatchObject({ stopReason: "completed", score: { passed: true } });
  expect(scorer).toHaveBeenCalledTimes(1);
});

it.each(["completed", "truncated"] as const)(
  "N1 an agent that only calls tools, and ends %s, is said to have met its limit, and by which option",
  async (status) => {
    const agent = eventAgent(async function* () {
      for (const toolCallId of ["1", "2", "3", "4"]) {
        const isRefused = toolCallId === "4";
        if (!isRefused) {
          const execution = { toolCallId, name: "look", rawArguments: "{}", status: "ok" } as const;
          yield { type: "tool-execution", execution };
        }
        const message = { role: "tool", toolCallId, content: "no", isError: isRefused } as const;
        yield { type: "message", message };
      }
      yield { type: "end", status, text: null };
    });
    const error = "truncated: no answer within the tool-call limit of 3 (toolCallLimit)";

    expect(await runOne(agent)).toMatchObject({
      stopReason: "truncated",
      error,
      score: null,
      unscored: { cause: "truncated", reason: error },
      toolCallLimitHit: true,
    });
  },
);

it("N1 a reply that was cut after the limit of tool calls is said to have no content", async () => {
  const agent = eventAgent(async function* () {
    const message = { role: "tool", toolCallId: "1", content: "no", isError: true } as const;
    yield { type: "message", message };
    yield { type: "message", message: { role: "assistant", content: null } };
    yield { type: "end", status: "truncated", text: null };
  });

  expect(await runOne(agent)).toMatchObject({
    stopReason: "truncated",
    error: "truncated: the run completed with no content",
    toolCallLimitHit: true,
  });
});

it("a refusal, and a reply that misses its schema, have failed without the scorer", async () => {
  const scorer = vi.fn(() => true);
  const agent = functionAgent<{ value: number }>({
    run: (_, { attemptIndex }) =>
      attemptIndex === 0
        ? { output: undefined, refusal: "I would rather not" }
        : { output: undefined, text: "ten", outputError: "value: expected number" },
  });
  const env = defineEnvironment({ name: "r", tasks: [{ input: "x" }], agent, scorer });

  const result = await runRollouts(env, { k: 2 });

  expect(attemptsOf(result).map(({ score }) => score)).toEqual([
    { value: 0, passed: false, reason: "refused: I would rather not" },
    { value: 0, passed: false, reason: "value: expected number" },
  ]);
  expect(scorer).not.toHaveBeenCalled();
});

it("L1 L2 L3 flags a refused tool call, for scored and for failed attempts", async () => {
  const refusal = { role: "tool", toolCallId: "c9", content: "limit", isError: true } as const;
  const failed = { role: "tool", toolCallId: "c1", content: "bad", isError: true } as const;
  const execution = { toolCallId: "c1", name: "f", rawArguments: "{}", status: "error" } as const;
  const agent = eventAgent(async function* (_, { attemptIndex }) {
    yield { type: "tool-execution", execution };
    yield { type: "message", message: failed };
    if (attemptIndex > 0) yield { type: "message", message: refusal };
    if (attemptIndex === 2) throw new Error("later");
    yield end("x");
  });

  const result = await runRollouts(environmentOf(agent), { k: 3 });

  expect(
    attemptsOf(result).map(({ toolCallLimitHit, score }) => [toolCallLimitHit, score?.passed]),
  ).toEqual([
    [false, true],
    [true, true],
    [true, undefined],
  ]);
});

it("L1 takes a call that was refused in an earlier conversation for no refusal of this one", async () => {
  const refusal = { role: "tool", toolCallId: "c9", content: "limit", isError: true } as const;
  const agent = eventAgent(async function* () {
    yield { type: "message", message: { ...refusal, fromHistory: true } };
    yield end("x");
  });

  const result = await runRollouts(environmentOf(agent), { k: 1 });

  expect(attemptsOf(result)[0]?.toolCallLimitHit).toBe(false);
});

describe("time", () => {
  it("X2 X3 case 12(d): keeps what there was at the deadline, unscored", async () => {
    const reasons: unknown[] = [];
    const agent = eventAgent(async function* (_, { signal }) {
      yield { type: "message", message: { role: "user", content: "x" } };
      yield { type: "text-delta", text: "half an ans" };
      await new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      }).catch((reason: unknown) => {
        reasons.push(reason);
        throw reason;
      });
    });
    const result = await runRollouts(environmentOf(agent, { timeoutMs: 150 }), { k: 2 });

    const [attempt] = attemptsOf(result);
    expect(attempt).toMatchObject({
      stopReason: "timeout",
      error: "timeout: exceeded 0.15s",
      errorType: null,
      score: null,
      unscored: { cause: "timeout", reason: "timeout: exceeded 0.15s" },
      run: { status: "incomplete", text: "half an ans", messages: [{ role: "user" }] },
    });
    expect(reasons).toHaveLength(2);
    expect(reasons[0]).toMatchObject({ name: "AttemptTimeoutError", timeoutMs: 150 });
    expect(result.abandonedCount).toBe(0);
    expect(result.summary()).toMatchObject({ scoredCount: 0, unscoredCount: 2, passRate: null });
  });

  it("E6 keeps a final answer that was followed by a stall", async () => {
    const agent = eventAgent(async function* () {
      yield end("the answer");
      await never();
    });

    expect(await runOne(agent, { timeoutMs: 150 })).toMatchObject({
      stopReason: "timeout",
      run: { status: "completed", text: "the answer" },
      score: null,
    });
  });

  it("says what went wrong before the time was over, and not its echo", async () => {
    const agent = eventAgent(async function* (_, { signal }) {
      yield { type: "error", error: new Oops("early") };
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      yield { type: "error", error: signal.reason };
      throw signal.reason;
    });

    expect(await runOne(agent, { timeoutMs: 150 })).toMatchObject({
      stopReason: "timeout",
      error: "Oops: early; timeout: exceeded 0.15s",
      errorType: "Oops",
    });
  });

  it("case 12(a): a late answer changes nothing that was handed out", async () => {
    const late = deferred<string>();
    const scorer = vi.fn(() => true);
    const onEvent = vi.fn();
    const agent = functionAgent({ run: () => late.promise });
    const env = environmentOf(agent, { scorer, timeoutMs: 150 });

    const result = await runRollouts(env, { k: 2, concurrency: 2, graceMs: 10, onEvent });
    const before = snapshotOf(result);
    const eventCount = onEvent.mock.calls.length;
    late.resolve("pass");
    await settleAll();

    expect(attemptsOf(result)).toMatchObject([
      { stopReason: "timeout", run: null },
      { stopReason: "timeout", run: null },
    ]);
    expect(result.abandonedCount).toBe(2);
    expect(result.warnings).toEqual([
      "2 attempt(s) did not stop when their time was over and may still be working. Make the agent stop when context.signal aborts.",
    ]);
    expect(snapshotOf(result)).toBe(before);
    expect(onEvent).toHaveBeenCalledTimes(eventCount);
    expect(scorer).not.toHaveBeenCalled();
  });

  it.each<[string, () => Partial<EnvironmentOptions<string, undefined>>, string]>([
    [
      "a factory",
      () => {
        const built = functionAgent({ run: () => "4" });
        const factory = vi.fn(() => never<Agent>()).mockResolvedValueOnce(built);
        return { agent: factory };
      },
      "Limit the time that the agent factory takes; it has no signal.",
    ],
    ["a set-up", () => ({ setup: () => never() }), "Make setup stop when context.signal aborts."],
    [
      "a scorer",
      () => ({ scorer: () => never() }),
      "Make the scorer stop when context.signal aborts.",
    ],
    [
      "a metric",
      () => ({ metrics: { tone: () => never() } }),
      'Make the metric "tone" stop when context.signal aborts.',
    ],
  ])("says that it was %s that did not stop", async (_, changes, advice) => {
    const agent = functionAgent({ run: () => "4" });
    const env = defineEnvironment<string, undefined>({
      name: "attempts",
      tasks: [{ input: "x" }],
      scorer: () => true,
      timeoutMs: 150,
      agent,
      ...changes(),
    });

    expect((await runRollouts(env, { k: 1, graceMs: 10 })).warnings).toEqual([
      `1 attempt(s) did not stop when their time was over and may still be working. ${advice}`,
    ]);
  });

  it("drops what an agent yields after its slot was taken back, and has it clean up", async () => {
    const late = deferred();
    const cleanedUp = deferred();
    const agent = eventAgent(async function* () {
      try {
        yield { type: "text-delta", text: "early" };
        await late.promise;
        for (;;) {
          yield { type: "text-delta", text: "late" };
          await settleAll();
        }
      } finally {
        cleanedUp.resolve();
      }
    });

    const attempt = await runOne(agent, { timeoutMs: 150 });
    late.resolve();
    await cleanedUp.promise;
    await settleAll();

    expect(attempt).toMatchObject({ stopReason: "timeout", run: { text: "early" } });
  });

  it("X6 B12 agents that ignore the abort cost their slots for time and grace, no more", async () => {
    const env = defineEnvironment({
      name: "deaf",
      tasks: [
        { id: "deaf", input: "x" },
        { id: "healthy", input: "y" },
      ],
      agent: functionAgent({ run: (input) => (input === "x" ? never<string>() : "y") }),
      scorer: () => true,
      timeoutMs: 150,
    });
    const startedAt = performance.now();

    const result = await runRollouts(env, { k: 3, concurrency: 1, graceMs: 20 });

    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(result.abandonedCount).toBe(3);
    expect(result.summary().tasks).toMatchObject([
      { id: "deaf", passRate: null, unscoredCount: 3 },
      { id: "healthy", passRate: 1, unscoredCount: 0 },
    ]);
  });

  it("Z26 counts the factory and the set-up, which may hang, into the attempt's time", async () => {
    const ran = vi.fn(() => "x");
    let callCount = 0;
    const factory = () => (++callCount === 2 ? never<Agent>() : functionAgent({ run: ran }));
    const setup = async (_: unknown, task: { id: string }) => {
      if (task.id === "hangs") await never();
    };
    const env = environmentOf(factory, {
      tasks: [{ input: "a" }, { input: "b", id: "hangs" }, { input: "c" }],
      setup,
      timeoutMs: 150,
    });

    const result = await runRollouts(env, { k: 1, concurrency: 1, graceMs: 10 });

    expect(attemptsOf(result).map(({ stopReason }) => stopReason)).toEqual([
      "timeout",
      "timeout",
      "completed",
    ]);
    expect(ran).toHaveBeenCalledTimes(1);
  });

  it("starts no agent whose factory or set-up came late", async () => {
    const ran = vi.fn(() => "x");
    const gate = deferred();
    const setup = (context: { signal: AbortSignal }) => {
      context.signal.addEventListener("abort", () => gate.resolve(), { once: true });
      return gate.promise;
    };

    const attempt = await runOne(functionAgent({ run: ran }), { setup, timeoutMs: 150 });

    expect(attempt).toMatchObject({ stopReason: "timeout", run: null });
    expect(ran).not.toHaveBeenCalled();
  });

  it("X2 X5 an agent or scorer that blocks the thread past its time has run out of it", async () => {
    const scorer = vi.fn(() => true);
    const block = () => {
      const until = performance.now() + 60;
      while (performance.now() < until);
      return "x";
    };

    const blockedRun = await runOne(functionAgent({ run: block }), { scorer, timeoutMs: 30 });
    const blockedScorer = await runOne(functionAgent({ run: () => "x" }), {
      scorer: () => block() === "x",
      timeoutMs: 30,
    });

    expect(blockedRun).toMatchObject({ stopReason: "timeout", score: null, run: { text: "x" } });
    expect(scorer).not.toHaveBeenCalled();
    expect(blockedScorer).toMatchObject({ stopReason: "timeout", score: null, run: { text: "x" } });
  });

  it.each([
    ["a grace of 0", 50, 0],
    ["a time limit under a millisecond", 0.5, 10],
    ["a time limit with a fraction", 12.5, 10],
  ])("works with %s", async (_, timeoutMs, graceMs) => {
    const env = environmentOf(functionAgent({ run: () => never<string>() }), { timeoutMs });

    const result = await runRollouts(env, { k: 2, graceMs });

    expect(attemptsOf(result).map(({ error }) => error)).toEqual(
      Array(2).fill(`timeout: exceeded ${timeoutMs / 1000}s`),
    );
  });
});

describe("set-up", () => {
  it("is closed after the verdict, and before the slot is given to another attempt", async () => {
    const log: string[] = [];
    const env = environmentOf(
      functionAgent({
        run(_, { attemptIndex }) {
          log.push(`run ${attemptIndex}`);
          if (attemptIndex === 1) throw new Error("broken");
          return "x";
        },
      }),
      {
        async setup({ attemptIndex }) {
          log.push(`open ${attemptIndex}`);
          return {
            async close() {
              await settleAll();
              log.push(`close ${attemptIndex}`);
            },
          };
        },
        scorer: (_, __, { attemptIndex }) => log.push(`score ${attemptIndex}`) > 0,
      },
    );

    await runRollouts(env, { k: 2, concurrency: 1 });

    expect(log).toEqual(["open 0", "run 0", "score 0", "close 0", "open 1", "run 1", "close 1"]);
  });

  it("that fails costs only its attempt", async () => {
    const ran = vi.fn(() => "x");
    const env = environmentOf(functionAgent({ run: ran }), {
      async setup({ attemptIndex }) {
        if (attemptIndex === 0) throw new Oops("no database");
      },
    });

    const result = await runRollouts(env, { k: 2 });

    expect(attemptsOf(result).map(({ error }) => error)).toEqual(["Oops: no database", null]);
    expect(ran).toHaveBeenCalledTimes(1);
  });

  const closings: [string, () => Promise<void>, string][] = [
    ["throws", () => Promise.reject(new Oops("stuck")), "stuck"],
    ["hangs", () => never(), "timeout: exceeded 0.15s"],
    ["is missing", undefined as never, "opened.close is not a function"],
  ];
  it.each(closings)("whose close %s leaves a warning and the verdict", async (_, close, why) => {
    const env = environmentOf(functionAgent({ run: () => "x" }), {
      setup: async () => ({ close }),
      timeoutMs: 150,
    });

    const result = await runRollouts(env, { k: 1, graceMs: 10 });

    expect(result.summary().passRate).toBe(1);
    expect(result.warnings).toEqual([`t1/0: closing the set-up failed: ${why}`]);
  });

  it("of an attempt that ran out of time is closed, and has the grace for it", async () => {
    const log: string[] = [];
    const env = environmentOf(functionAgent({ run: () => never<string>() }), {
      setup: async () => ({
        async close() {
          await settleAll();
          log.push("closed");
        },
      }),
      timeoutMs: 150,
    });

    const result = await runRollouts(env, { k: 1, graceMs: 1_000 });

    expect(attemptsOf(result)[0]?.stopReason).toBe("timeout");
    expect(log).toEqual(["closed"]);
  });

  it("that opens after its slot was taken back is closed at once", async () => {
    const opened = deferred<{ close(): Promise<void> }>();
    const close = vi.fn(() => Promise.reject(new Error("late")));
    const env = environmentOf(functionAgent({ run: () => "x" }), {
      setup: () => opened.promise,
      timeoutMs: 150,
    });

    const result: RolloutResult = await runRollouts(env, { k: 1, graceMs: 10 });
    const before = snapshotOf(result);
    opened.resolve({ close });
    await settleAll();

    expect(close).toHaveBeenCalledTimes(1);
    expect(snapshotOf(result)).toBe(before);
  });
});
