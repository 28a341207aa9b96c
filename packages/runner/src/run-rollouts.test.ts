import {
  type AttemptResult,
  defineEnvironment,
  functionAgent,
  policyFingerprint,
  type Task,
  unscored,
} from "@rollouts/core";
import { scriptedModel, slipCalculator } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { type RunEvent, runRollouts } from "./index.ts";
import { attemptsOf, createGauge, deferred, settleAll } from "./run.test-helper.ts";

const texts = (attempts: readonly AttemptResult[]) => attempts.map(({ run }) => run?.text);
const stops = (attempts: readonly AttemptResult[]) => attempts.map(({ stopReason }) => stopReason);

/** Answers with the text that `script` has for the attempt; `pass` passes. */
function scripted(script: Record<string, string[]>) {
  return defineEnvironment({
    name: "scripted",
    tasks: Object.keys(script).map((id): Task => ({ id, input: id })),
    agent: functionAgent({
      run(_, { taskId, attemptIndex }) {
        const word = script[taskId]?.[attemptIndex] ?? "";
        if (word === "error") throw new Error("no luck");
        return word;
      },
    }),
    scorer: (run) => run.output === "pass",
  });
}

describe.each([1, 8])("at concurrency %i", (concurrency) => {
  it("case 1: makes K model calls for K attempts, each told which attempt asks", async () => {
    let callCount = 0;
    const model = scriptedModel(() => `s${++callCount}`);
    const env = defineEnvironment({
      name: "samples",
      tasks: [{ input: "say something" }],
      agent: functionAgent({
        model,
        async run(input, context) {
          const { message } = await context.model.generate({
            messages: [{ role: "user", content: String(input) }],
            signal: context.signal,
          });
          return String(message.content);
        },
      }),
      scorer: () => true,
    });

    const result = await runRollouts(env, { k: 4, concurrency });

    const attempts = attemptsOf(result);
    expect(callCount).toBe(4);
    expect(new Set(texts(attempts))).toEqual(new Set(["s1", "s2", "s3", "s4"]));
    expect(attempts.map(({ attemptIndex }) => attemptIndex)).toEqual([0, 1, 2, 3]);
    expect(model.calls.map(({ attempt }) => attempt?.attemptIndex).sort()).toEqual([0, 1, 2, 3]);
    expect(model.calls.every(({ attempt }) => attempt?.taskId === "t1" && attempt.turn === 0)).toBe(
      true,
    );
  });

  it("case 4: goes on after the first pass", async () => {
    const env = scripted({ a: ["fail", "pass", "pass", "pass", "pass"] });

    const result = await runRollouts(env, { k: 5, concurrency });

    expect(result.taskResults[0]).toMatchObject({ passRate: 4 / 5, inLearningZone: true });
    expect(attemptsOf(result)).toHaveLength(5);
  });

  it("case 7: keeps every answer beside its own task after a loss", async () => {
    const slow = { q2: deferred(), q3: deferred() };
    const env = defineEnvironment({
      name: "alignment",
      tasks: ["1", "2", "3"].map((n) => ({ id: `q${n}`, input: n, expected: `a${n}` })),
      agent: functionAgent({
        async run(input, { taskId }) {
          if (taskId === "q1") throw new Error("lost");
          if (concurrency > 1) await slow[taskId as "q2" | "q3"].promise;
          return `a${input}`;
        },
      }),
      scorer: (run, expected) => run.output === expected,
    });

    const running = runRollouts(env, { k: 1, concurrency });
    await settleAll();
    slow.q3.resolve();
    await settleAll();
    slow.q2.resolve();
    const result = await running;

    expect(
      result.taskResults.map(({ task, attempts }) => [
        task.id,
        task.expected,
        attempts[0]?.stopReason,
        attempts[0]?.run?.text,
        attempts[0]?.score?.passed,
      ]),
    ).toEqual([
      ["q1", "a1", "error", undefined, undefined],
      ["q2", "a2", "completed", "a2", true],
      ["q3", "a3", "completed", "a3", true],
    ]);
  });

  it("B1 never counts an error as a failure", async () => {
    const ten = ["fail", "error", ...Array<string>(8).fill("pass")];
    const env = scripted(Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`t${i}`, ten])));

    const result = await runRollouts(env, { k: 10, concurrency });

    expect(result.summary()).toMatchObject({
      attemptCount: 100,
      scoredCount: 90,
      unscoredCount: 10,
      passRate: 0.8888888888888888,
      bounds: { low: 0.8, high: 0.9 },
      coverage: 0.9,
    });
    expect(result.learningZone().taskResults).toHaveLength(10);
  });

  it("B2 finds the learning zone among errors", async () => {
    const env = scripted({
      A: ["pass", "error", "error", "error"],
      B: ["pass", "fail", "error", "error"],
      C: ["fail", "fail", "fail", "fail"],
      D: ["pass", "pass", "pass", "pass"],
      E: ["error", "error", "error", "error"],
      F: ["fail", "fail", "error", "error"],
    });

    const result = await runRollouts(env, { k: 4, concurrency });

    expect(
      result
        .summary()
        .tasks.map(({ id, passRate, scoredCount, unscoredCount, learningZone }) => [
          id,
          passRate,
          scoredCount,
          unscoredCount,
          learningZone,
        ]),
    ).toEqual([
      ["A", 1, 1, 3, false],
      ["B", 0.5, 2, 2, true],
      ["C", 0, 4, 0, false],
      ["D", 1, 4, 0, false],
      ["E", null, 0, 4, false],
      ["F", 0, 2, 2, false],
    ]);
    expect(result.learningZone().taskResults.map(({ task }) => task.id)).toEqual(["B"]);
  });

  it("E1 gives ten results for ten inputs when one fails", async () => {
    const words = Array.from({ length: 10 }, (_, i) => (i === 3 ? "error" : "pass"));
    const env = scripted(Object.fromEntries(words.map((word, i) => [`t${i}`, [word]])));

    const result = await runRollouts(env, { k: 1, concurrency });

    expect(stops(attemptsOf(result)).filter((stop) => stop === "completed")).toHaveLength(9);
    expect(result.errors()).toEqual({ t3: ["Error: no luck"] });
    expect(result).toMatchObject({ status: "finished", stoppedEarly: null, warnings: [] });
  });

  it("E2 keeps at most `concurrency` attempts in flight, from factory to verdict", async () => {
    const gauge = createGauge();
    const env = defineEnvironment({
      name: "gauge",
      tasks: [{ input: "a" }, { input: "b" }, { input: "c" }],
      async agent() {
        gauge.enter();
        await settleAll();
        return functionAgent({ run: () => "x" });
      },
      async scorer() {
        await settleAll();
        gauge.leave();
        return true;
      },
    });

    const result = await runRollouts(env, { k: 5, concurrency });

    expect(attemptsOf(result)).toHaveLength(15);
    // One more than the attempts: the agent that is built up front, for the fingerprints.
    expect(gauge.highest()).toBe(concurrency + 1);
  });
});

it("R1 runs 8 attempts per task, 4 at a time, when nothing is said", async () => {
  const gauge = createGauge();
  const env = defineEnvironment({
    name: "defaults",
    tasks: [{ input: "a" }],
    agent: functionAgent({
      async run() {
        gauge.enter();
        await settleAll();
        gauge.leave();
        return "x";
      },
    }),
    scorer: () => true,
  });

  const result = await runRollouts(env);

  expect(result.summary()).toMatchObject({ k: 8, attemptCount: 8, passRate: 1 });
  expect(gauge.highest()).toBe(4);
});

it("E3 starts the attempts of a task before those of the next", async () => {
  const started: string[] = [];
  const env = scripted({ a: [], b: [] });

  await runRollouts(env, {
    k: 3,
    concurrency: 2,
    onEvent(event) {
      if (event.type === "attempt-start") started.push(`${event.taskId}/${event.attemptIndex}`);
    },
  });

  expect(started).toEqual(["a/0", "a/1", "a/2", "b/0", "b/1", "b/2"]);
});

it("E3 takes up an attempt only when a slot is free", async () => {
  const gates = Array.from({ length: 4 }, () => deferred());
  const started: number[] = [];
  const env = defineEnvironment({
    name: "lazy",
    tasks: [{ input: "a" }],
    agent: functionAgent({
      async run(_, { attemptIndex }) {
        started.push(attemptIndex);
        await gates[attemptIndex]?.promise;
        return "x";
      },
    }),
    scorer: () => true,
  });

  const running = runRollouts(env, { k: 4, concurrency: 2 });
  await settleAll();
  expect(started).toEqual([0, 1]);
  gates[1]?.resolve();
  await settleAll();
  expect(started).toEqual([0, 1, 2]);
  for (const gate of gates) gate.resolve();
  await running;

  expect(started).toEqual([0, 1, 2, 3]);
});

it("E4 keeps attempt order whatever the completion order", async () => {
  const gates = Array.from({ length: 8 }, () => deferred());
  const ended: number[] = [];
  const env = defineEnvironment({
    name: "order",
    tasks: [{ input: "a" }, { input: "b" }],
    agent: functionAgent({
      async run(input, { attemptIndex }) {
        const position = (input === "a" ? 0 : 4) + attemptIndex;
        await gates[position]?.promise;
        ended.push(position);
        return `${input}:${attemptIndex}`;
      },
    }),
    scorer: () => true,
  });

  const running = runRollouts(env, { k: 4, concurrency: 8 });
  for (const gate of gates.toReversed()) {
    await settleAll();
    gate.resolve();
  }
  const result = await running;

  expect(ended).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
  expect(texts(attemptsOf(result))).toEqual([
    "a:0",
    "a:1",
    "a:2",
    "a:3",
    "b:0",
    "b:1",
    "b:2",
    "b:3",
  ]);
});

it("E5 gives an uneventful pass with nothing unknown filled in", async () => {
  const env = defineEnvironment({
    name: "pass",
    tasks: [{ input: "2+2?", expected: "4" }],
    agent: functionAgent({ run: () => "4" }),
    scorer: (run, expected) => run.output === expected,
  });

  const [attempt] = attemptsOf(await runRollouts(env, { k: 1 }));

  expect(attempt).toEqual({
    taskId: "t1",
    attemptIndex: 0,
    run: {
      status: "completed",
      output: "4",
      text: "4",
      messages: [
        { role: "user", content: "2+2?" },
        { role: "assistant", content: "4" },
      ],
      toolExecutions: [],
      served: [],
    },
    score: { value: 1, passed: true },
    unscored: null,
    metrics: {},
    stopReason: "completed",
    error: null,
    errorType: null,
    durationMs: expect.any(Number),
    waitedMs: 0,
    toolCallLimitHit: false,
    tries: [{ error: null, errorType: null, durationMs: expect.any(Number) }],
  });
});

it("case 6: tells pass, fail, error, timeout and two kinds of scorer trouble apart", async () => {
  const env = defineEnvironment({
    name: "six",
    tasks: [{ input: "x" }],
    agent: functionAgent({
      run(_, { attemptIndex }) {
        if (attemptIndex === 2) throw new Error("agent");
        return attemptIndex === 3 ? new Promise<string>(() => {}) : String(attemptIndex);
      },
    }),
    scorer(run) {
      if (run.output === "4") throw new TypeError("bug");
      return run.output === "5" ? unscored("the judge spoke in riddles") : run.output === "0";
    },
    timeoutMs: 300,
  });

  const result = await runRollouts(env, { k: 6, concurrency: 6, graceMs: 10 });

  expect(
    attemptsOf(result).map(({ stopReason, score, unscored: why }) => [
      stopReason,
      score?.passed,
      why?.cause,
      why?.reason,
    ]),
  ).toEqual([
    ["completed", true, undefined, undefined],
    ["completed", false, undefined, undefined],
    ["error", undefined, "error", "Error: agent"],
    ["timeout", undefined, "timeout", "timeout: exceeded 0.3s"],
    ["completed", undefined, "scorer-error", "TypeError: bug"],
    ["completed", undefined, "cannot-tell", "the judge spoke in riddles"],
  ]);
  expect(result.summary()).toMatchObject({
    attemptCount: 6,
    scoredCount: 2,
    unscoredCount: 4,
    passRate: 1 / 2,
    coverage: 2 / 6,
  });
  expect(String(result)).toContain("t1   █░▲▲▲▲   1/2   0.50   learning zone   4 unscored");
});

it("case 8: a task that nothing was scored of has no rate, neither 0 nor NaN", async () => {
  const result = await runRollouts(scripted({ a: ["error", "error"] }), { k: 2 });

  expect(result.summary()).toMatchObject({ passRate: null, meanValue: null, coverage: 0 });
});

it.each([
  ["task-major", ["a/0", "a/1", "b/0", "b/1"]],
  ["round-robin", ["a/0", "b/0", "a/1", "b/1"]],
] as const)("E3 E4 starts attempts %s and gives results in task order", async (order, expected) => {
  const started: string[] = [];
  const env = defineEnvironment({
    name: "order",
    tasks: [
      { id: "a", input: "x" },
      { id: "b", input: "x" },
    ],
    agent: functionAgent({ run: () => "x" }),
    scorer: () => true,
  });

  const result = await runRollouts(env, {
    k: 2,
    concurrency: 1,
    order,
    onEvent(event) {
      if (event.type === "attempt-start") started.push(`${event.taskId}/${event.attemptIndex}`);
    },
  });

  expect(started).toEqual(expected);
  expect(attemptsOf(result).map(({ taskId, attemptIndex }) => `${taskId}/${attemptIndex}`)).toEqual(
    ["a/0", "a/1", "b/0", "b/1"],
  );
});

it("SEL1 runs the selected tasks in their order, with the ids and fingerprint of the whole", async () => {
  const env = defineEnvironment({
    name: "three",
    tasks: [{ input: "a" }, { input: "b" }, { input: "c", id: "last" }],
    agent: functionAgent({ run: (input) => String(input) }),
    scorer: () => true,
  });
  const [, second, third] = env.tasks as [Task, Task, Task];

  const whole = await runRollouts(env, { k: 1 });
  const part = await runRollouts(env, { k: 1, tasks: [third, second] });

  expect(whole.taskResults.map(({ task }) => task.id)).toEqual(["t1", "t2", "last"]);
  expect(part.taskResults.map(({ task }) => task.id)).toEqual(["last", "t2"]);
  expect(texts(attemptsOf(part))).toEqual(["c", "b"]);
  expect(part.envFingerprint).toMatch(/^envfp1:[0-9a-f]{64}$/);
  expect(part.envFingerprint).toBe(whole.envFingerprint);
});

it("SEL3 Q8 an empty selection gives a header and nothing else", async () => {
  const env = defineEnvironment({
    name: "e",
    tasks: [{ input: "a" }],
    agent: functionAgent({ run: () => "x" }),
    scorer: () => true,
  });

  const result = await runRollouts(env, { k: 2, tasks: [], concurrency: 1e9 });

  expect(String(result)).toBe("e                 k=2 · 0 attempts · 0s");
  expect(result).toMatchObject({ status: "finished", stoppedEarly: null, taskResults: [] });
  expect(result.summary()).toMatchObject({ attemptCount: 0, passRate: null, coverage: null });
});

it("T5 T6 SEL2 hands out copies of the tasks, with ids and metadata, which cannot be selected", async () => {
  const env = defineEnvironment({
    name: "ids",
    tasks: [{ input: "a" }, { input: "b", id: "x" }, { input: "c" }],
    agent: functionAgent({ run: () => "x" }),
    scorer: () => true,
  });

  const result = await runRollouts(env, { k: 1 });

  const tasks = result.taskResults.map(({ task }) => task);
  expect(tasks).toEqual([
    { id: "t1", input: "a", metadata: {} },
    { id: "x", input: "b", metadata: {} },
    { id: "t3", input: "c", metadata: {} },
  ]);
  expect(env.tasks[0]).toEqual({ input: "a" });
  await expect(runRollouts(env, { tasks })).rejects.toThrow(
    "tasks[0] is not one of env.tasks. Select the very objects",
  );
});

it("runs one task object that stands at two places as two tasks", async () => {
  const task = { input: "a" };
  const env = defineEnvironment({
    name: "twice",
    tasks: [task, task],
    agent: functionAgent({ run: () => "x" }),
    scorer: () => true,
  });

  const result = await runRollouts(env, { k: 1 });

  expect(attemptsOf(result).map(({ taskId }) => taskId)).toEqual(["t1", "t2"]);
});

it("k of 1 and far more slots than work run all the same", async () => {
  const result = await runRollouts(scripted({ a: ["pass"] }), { k: 1, concurrency: 1e9 });

  expect(result.summary()).toMatchObject({ k: 1, attemptCount: 1, passRate: 1 });
});

it("R4 a model given to the run takes the place of the agent's, also in the fingerprint", async () => {
  const own = scriptedModel(() => "own");
  const override = slipCalculator({ slipRate: 0 });
  const env = defineEnvironment({
    name: "override",
    tasks: [{ input: "Multiply 17 by 23." }],
    agent: functionAgent({
      model: own,
      async run(input, context) {
        const { message } = await context.model.generate({
          messages: [{ role: "user", content: String(input) }],
          signal: context.signal,
        });
        return String(message.content);
      },
    }),
    scorer: (run) => run.output === "391",
  });

  const result = await runRollouts(env, { k: 2, model: override });

  expect(own.calls).toEqual([]);
  expect(texts(attemptsOf(result))).toEqual(["391", "391"]);
  expect(result.policyFingerprint).toBe(await policyFingerprint(override));
  expect(result.policyFingerprint).not.toBe(await policyFingerprint(own));
});

it("gives a model's slips by attempt, the same at any concurrency", async () => {
  const model = slipCalculator({ slipRate: 0.05 });
  const env = defineEnvironment({
    name: "slips",
    tasks: [{ input: "Multiply 1234567 by 7654321." }, { input: "Multiply 17 by 23." }],
    agent: functionAgent({
      model,
      async run(input, context) {
        const { message } = await context.model.generate({
          messages: [{ role: "user", content: String(input) }],
          signal: context.signal,
        });
        return String(message.content);
      },
    }),
    scorer: () => true,
  });

  const one = texts(attemptsOf(await runRollouts(env, { k: 16, concurrency: 1 })));
  const eight = texts(attemptsOf(await runRollouts(env, { k: 16, concurrency: 8 })));
  const reseeded = texts(attemptsOf(await runRollouts(env, { k: 16, seed: 1 })));

  expect(eight).toEqual(one);
  expect(new Set(one).size).toBeGreaterThan(2);
  expect(reseeded).not.toEqual(one);
});

it("two runs at once stay apart: ids, stores, events and results", async () => {
  const sessions: string[] = [];
  const createRun = (name: string) => {
    const events: RunEvent[] = [];
    const env = defineEnvironment({
      name,
      tasks: [{ input: name, id: name }],
      agent: functionAgent({
        async run(input, { store, sessionId, userId }) {
          sessions.push(sessionId, userId);
          await store.set("seen", [
            ...(((await store.get("seen")) as string[] | undefined) ?? []),
            name,
          ]);
          await settleAll();
          return `${input}:${JSON.stringify(await store.get("seen"))}`;
        },
      }),
      scorer: (run) => run.output === `${name}:["${name}"]`,
    });
    const options = { k: 6, concurrency: 3, onEvent: (event: RunEvent) => void events.push(event) };
    return { events, run: () => runRollouts(env, options) };
  };
  const left = createRun("left");
  const right = createRun("right");

  const [a, b] = await Promise.all([left.run(), right.run()]);

  expect(new Set(sessions).size).toBe(24);
  for (const [name, result, events] of [
    ["left", a, left.events],
    ["right", b, right.events],
  ] as const) {
    expect(result.summary()).toMatchObject({ env: name, attemptCount: 6, passRate: 1 });
    expect(events.filter(({ type }) => type === "attempt-end")).toHaveLength(6);
    expect(
      events.every(
        (event) =>
          !("taskId" in event ? event.taskId !== name : false) &&
          !("attempt" in event ? event.attempt.taskId !== name : false),
      ),
    ).toBe(true);
    expect(events.at(-1)).toEqual({ type: "run-end", result });
  }
});
