import {
  type Agent,
  type AttemptContext,
  defineEnvironment,
  functionAgent,
  type ResolvedTask,
  type ScoreContext,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { rescore, runRollouts } from "./index.ts";
import { attemptsOf, end, eventAgent, settleAll } from "./run.test-helper.ts";

const pass = () => true;

describe.each([1, 8])("at concurrency %i", (concurrency) => {
  it("E17 I3 gives every attempt a session and a user of its own", async () => {
    const contexts: AttemptContext[] = [];
    const env = defineEnvironment({
      name: "ids",
      tasks: [{ input: "a" }, { input: "b" }],
      agent: functionAgent({
        run(_, context) {
          contexts.push(context);
          return "x";
        },
      }),
      scorer: pass,
    });

    await runRollouts(env, { k: 4, concurrency });

    expect(contexts).toHaveLength(8);
    expect(new Set(contexts.map(({ sessionId }) => sessionId)).size).toBe(8);
    expect(new Set(contexts.map(({ userId }) => userId)).size).toBe(8);
    for (const { sessionId, userId, writes } of contexts) {
      expect(sessionId).toMatch(/^rollout-[0-9a-f]{32}$/);
      expect(userId).toMatch(/^rollout-user-[0-9a-f]{32}$/);
      expect(writes).toBe("sealed");
    }
  });

  it("I2 I18 gives every attempt an empty store, whatever earlier ones remembered", async () => {
    const env = defineEnvironment({
      name: "memory",
      tasks: [{ input: "what did you see before?" }],
      agent: functionAgent({
        async run(input, { store, sessionId }) {
          const before = await store.list("");
          await store.set(`memory/${sessionId}`, String(input));
          await settleAll();
          return `${before.length} before, ${(await store.list("")).length} after`;
        },
      }),
      scorer: (run) => run.output === "0 before, 1 after",
    });

    const result = await runRollouts(env, { k: 8, concurrency });

    expect(result.summary()).toMatchObject({ scoredCount: 8, passRate: 1 });
  });

  it("case 3(a): a factory's agents remember nothing of each other", async () => {
    const env = defineEnvironment({
      name: "history",
      tasks: [{ input: "what did you see before?" }],
      agent: () => {
        const history: unknown[] = [];
        return functionAgent({
          async run(input) {
            await settleAll();
            history.push(input);
            return String(history.length - 1);
          },
        });
      },
      scorer: (run) => run.output === "0",
    });

    const result = await runRollouts(env, { k: 5, concurrency });

    expect(result.summary()).toMatchObject({ scoredCount: 5, passRate: 1 });
    expect(result.isolation).toEqual({ store: "fresh", tools: "fresh", process: "shared" });
  });

  it("T2 case 2: nobody can change a task for another attempt, nor for the caller", async () => {
    const task = {
      input: [{ role: "user" as const, content: "how long is the list?" }],
      expected: { seen: [] as string[] },
      metadata: { list: [] as string[] },
    };
    const faults: unknown[] = [];
    const attack = (change: () => void) => {
      try {
        change();
      } catch (fault) {
        faults.push(fault);
      }
    };
    const env = defineEnvironment({
      name: "mutation",
      tasks: [task],
      agent: functionAgent({
        run(input) {
          attack(() => (input as unknown[]).push("more"));
          return "x";
        },
      }),
      setup: async (_, { metadata }: ResolvedTask) =>
        attack(() => (metadata.list as string[]).push("set up")),
      scorer(_, expected, { task: own }) {
        attack(() => expected.seen.push("scored"));
        attack(() => Object.assign(own.metadata, { list: ["other"] }));
        return expected.seen.length === 0 && (own.metadata.list as string[]).length === 0;
      },
    });

    const result = await runRollouts(env, { k: 4, concurrency });

    expect(result.summary()).toMatchObject({ scoredCount: 4, passRate: 1 });
    expect(faults).toHaveLength(16);
    expect(faults.every((fault) => fault instanceof TypeError)).toBe(true);
    expect(env.tasks[0]).toBe(task);
    expect(task).toEqual({
      input: [{ role: "user", content: "how long is the list?" }],
      expected: { seen: [] },
      metadata: { list: [] },
    });
    expect(Object.isFrozen(task) || Object.isFrozen(task.expected.seen)).toBe(false);
  });

  it("T2 case 2: maps, sets and dates, which cannot be frozen, are new for every attempt", async () => {
    const expected = {
      map: new Map([["a", { n: 1 }]]),
      set: new Set([1]),
      date: new Date("2026-07-20T00:00:00Z"),
      bytes: new Uint8Array([1, 2]),
    };
    const env = defineEnvironment({
      name: "built in",
      tasks: [{ input: "x", expected }],
      agent: functionAgent({ run: () => "x" }),
      scorer(_, { map, set, date, bytes }) {
        const isFresh =
          map.get("a")?.n === 1 &&
          set.size === 1 &&
          date.getUTCFullYear() === 2026 &&
          bytes[0] === 1;
        map.set("b", { n: 2 });
        set.add(2);
        date.setUTCFullYear(1999);
        bytes[0] = 9;
        return isFresh;
      },
    });

    const result = await runRollouts(env, { k: 4, concurrency });

    expect(result.summary()).toMatchObject({ scoredCount: 4, passRate: 1 });
    expect(result.envFingerprint).toBeNull();
    expect(result.warnings).toEqual([
      expect.stringContaining("No environment fingerprint, so this result matches no other"),
    ]);
    expect([...expected.map.keys()]).toEqual(["a"]);
    expect(expected.date.getUTCFullYear()).toBe(2026);
    expect([...expected.bytes]).toEqual([1, 2]);
  });

  it("I1 I16 PF2 calls a factory once per attempt and once before", async () => {
    const made: Agent[] = [];
    const ran = new Set<unknown>();
    const env = defineEnvironment({
      name: "factory",
      tasks: [{ input: "x" }],
      async agent() {
        const agent: Agent = {
          ...eventAgent(async function* () {
            ran.add(agent);
            yield end("x");
          }),
        };
        made.push(agent);
        return agent;
      },
      scorer: pass,
    });

    await runRollouts(env, { k: 3, concurrency });

    expect(made).toHaveLength(4);
    expect(ran).toEqual(new Set(made.slice(1)));
  });
});

it("I23 T2: no attempt is scored against what another made of the caller's task", async () => {
  const expected = { answer: "x", when: new Date(0) };
  const task = { input: "q", expected, metadata: { level: 1 } };
  const levels: unknown[] = [];
  const env = defineEnvironment({
    name: "closure",
    tasks: [task],
    setup: async (_, { metadata }) => void levels.push(metadata.level),
    agent: functionAgent({
      run() {
        expected.answer = "y";
        expected.when.setTime(7);
        task.metadata.level = 2;
        return "x";
      },
    }),
    scorer: (run, { answer, when }) => run.output === answer && when.getTime() === 0,
  });

  const result = await runRollouts(env, { k: 3, concurrency: 1 });

  expect(result.summary()).toMatchObject({ scoredCount: 3, passRate: 1 });
  expect(levels).toEqual([1, 1, 1]);
  expect(env.tasks[0]).toBe(task);
  expect(result.taskResults[0]?.task.expected).toBe(expected);
});

it("E17 a set-up, the run and the scorer of an attempt share its context and its task", async () => {
  const seen: Record<string, unknown>[] = [];
  const env = defineEnvironment({
    name: "one context",
    tasks: [{ input: "x", metadata: { a: 1 } }],
    async setup(context, task) {
      await context.store.set("ready", true);
      seen.push({ context, task });
    },
    agent: functionAgent({
      async run(_, context) {
        seen.push({ context });
        return String(await context.store.get("ready"));
      },
    }),
    scorer(run, _, { task, attemptIndex, signal }: ScoreContext) {
      seen.push({ task, attemptIndex, signal });
      return run.output === "true";
    },
  });

  const result = await runRollouts(env, { k: 1 });

  const [setUp, ran, scored] = seen as [
    { context: AttemptContext; task: ResolvedTask },
    { context: AttemptContext },
    ScoreContext,
  ];
  expect(result.summary().passRate).toBe(1);
  expect(ran.context).toBe(setUp.context);
  expect(scored.task).toBe(setUp.task);
  expect(scored.task).toEqual({ id: "t1", input: "x", metadata: { a: 1 } });
  expect(scored.signal).toBe(ran.context.signal);
});

it("E17 a scorer sees the store of its own attempt, as set-up and agent left it; of a result it sees none", async () => {
  const env = defineEnvironment({
    name: "end state",
    tasks: [{ input: "x" }, { input: "y" }],
    setup: async ({ store }, { id }) => store.set("folder", id),
    agent: functionAgent({
      async run(_, { store, attemptIndex }) {
        await settleAll();
        await store.set("left", attemptIndex);
        return "x";
      },
    }),
    scorer: (_run, _expected, context) => sees(context),
    metrics: { same: (_run, _expected, context) => sees(context) },
  });
  const sees = async ({ store, task, attemptIndex }: ScoreContext) => {
    if (store === undefined) return null;
    return (await store.get("folder")) === task.id && (await store.get("left")) === attemptIndex;
  };

  const result = await runRollouts(env, { k: 3, concurrency: 6 });
  const again = await rescore(result, env.scorer);

  expect(result.summary()).toMatchObject({ scoredCount: 6, passRate: 1 });
  expect(attemptsOf(result).map(({ metrics }) => metrics.same?.score?.passed)).toEqual(
    Array(6).fill(true),
  );
  expect(again.summary()).toMatchObject({ scoredCount: 0, unscoredCount: 6 });
});

it("E17 another try has another store, for its scorer as well", async () => {
  let tryCount = 0;
  const env = defineEnvironment({
    name: "tries",
    tasks: [{ input: "x" }],
    agent: functionAgent({
      async run(_, { store }) {
        tryCount += 1;
        await store.set(`try ${tryCount}`, true);
        if (tryCount === 1) throw new Error("once more");
        return "x";
      },
    }),
    scorer: async (_run, _expected, { store }) => (await store?.list(""))?.join() === "try 2",
  });

  const result = await runRollouts(env, { k: 1, retries: 1 });

  expect(result.summary()).toMatchObject({ scoredCount: 1, passRate: 1 });
});

it("I23 I26 leaves the caller's agent, model, scorer and tasks as they were, and says what is shared", async () => {
  const model = Object.freeze(scriptedModel(() => "x"));
  const agent = Object.freeze(
    functionAgent({
      model,
      async run(input, { model: given, signal }) {
        const { message } = await given.generate({
          messages: [{ role: "user", content: String(input) }],
          signal,
        });
        return String(message.content);
      },
    }),
  );
  const tasks = Object.freeze([Object.freeze({ input: "x", expected: Object.freeze({ a: [1] }) })]);
  const env = Object.freeze(
    defineEnvironment({ name: "frozen", tasks, agent, scorer: (run) => run.output === "x" }),
  );
  Object.freeze(env.tasks);
  Object.freeze(env.scorer);

  const result = await runRollouts(env, Object.freeze({ k: 3, concurrency: 3 }));

  expect(result.summary()).toMatchObject({ scoredCount: 3, passRate: 1 });
  expect(result.isolation).toEqual({ store: "fresh", tools: "shared", process: "shared" });
  expect(env.tasks[0]).toBe(tasks[0]);
});

it("keeps what an agent does to its messages and executions later out of the result", async () => {
  const message = { role: "assistant" as const, content: "first" };
  const execution = { toolCallId: "c", name: "f", rawArguments: "{}", status: "ok" as const };
  const usage = { inputTokens: 1 };
  const env = defineEnvironment({
    name: "reuse",
    tasks: [{ input: "x" }],
    agent: eventAgent(async function* () {
      yield { type: "message", message };
      yield { type: "tool-execution", execution };
      yield { type: "usage", usage };
      Object.assign(message, { content: "second" });
      Object.assign(execution, { status: "error" });
      Object.assign(usage, { inputTokens: 2 });
      yield { type: "message", message };
      yield end("x");
    }),
    scorer: pass,
  });

  const [attempt] = attemptsOf(await runRollouts(env, { k: 1 }));

  expect(attempt?.run).toMatchObject({
    messages: [{ content: "first" }, { content: "second" }],
    toolExecutions: [{ status: "ok" }],
    usage: { inputTokens: 1 },
  });
});

it("keeps scorers and metrics from changing the run that is recorded", async () => {
  const env = defineEnvironment({
    name: "tampering",
    tasks: [{ input: "x" }],
    agent: functionAgent({ run: () => "x" }),
    scorer(run) {
      (run.messages as unknown[]).reverse();
      return true;
    },
    metrics: {
      rewrite(run) {
        Object.assign(run.messages[1] as object, { content: "y" });
        return true;
      },
    },
  });

  const [attempt] = attemptsOf(await runRollouts(env, { k: 1 }));

  expect(attempt?.run?.messages).toEqual([
    { role: "user", content: "x" },
    { role: "assistant", content: "x" },
  ]);
  expect(attempt?.unscored?.cause).toBe("scorer-error");
  expect(attempt?.metrics.rewrite?.unscored?.cause).toBe("scorer-error");
});

it("an agent that reads a model it does not declare fails, saying so", async () => {
  const env = defineEnvironment({
    name: "no model",
    tasks: [{ input: "x" }],
    agent: functionAgent({ run: (_, context) => context.model.modelId }),
    scorer: pass,
  });

  const [attempt] = attemptsOf(await runRollouts(env, { k: 1 }));

  expect(attempt).toMatchObject({
    stopReason: "error",
    errorType: "InvalidArgumentError",
    error: expect.stringContaining("declares no model"),
  });
});
