import {
  defineEnvironment,
  functionAgent,
  ProviderError,
  type ProviderErrorClass,
  type RolloutResult,
  type ScoreFunction,
  ScorerError,
} from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { type RunRolloutsOptions, runRollouts } from "../index.ts";
import { attemptsOf } from "../run.test-helper.ts";

interface Counts {
  readonly taskCount: number;
  readonly k: number;
  readonly concurrency: number;
}

/** Runs an agent that is told which task it has, as a number, and which attempt. */
async function run(
  act: (task: number, attemptIndex: number) => string,
  { taskCount, k, concurrency }: Counts,
): Promise<{ result: RolloutResult; started: string[] }> {
  const env = defineEnvironment({
    name: "storm",
    tasks: Array.from({ length: taskCount }, (_, i) => ({ input: String(i) })),
    agent: functionAgent({ run: (input, { attemptIndex }) => act(Number(input), attemptIndex) }),
    scorer: () => true,
  });
  const started: string[] = [];
  const result = await runRollouts(env, {
    k,
    concurrency,
    onEvent(event) {
      if (event.type === "attempt-start") started.push(`${event.taskId}/${event.attemptIndex}`);
    },
  });
  return { result, started };
}

function fail(errorClass: ProviderErrorClass = "server"): never {
  throw new ProviderError({ errorClass, message: "no", provider: "p" });
}

const whole = { status: "finished", stoppedEarly: null };
const storm = { status: "stopped", stoppedEarly: "error-storm" };

describe("S2 a storm across several tasks", () => {
  it("probes attempt 0 of three other tasks, and stops when all end in the same kind", async () => {
    const { result, started } = await run(() => fail(), { taskCount: 100, k: 8, concurrency: 1 });

    expect(result).toMatchObject(storm);
    expect(started).toEqual(["t1/0", "t1/1", "t1/2", "t1/3", "t2/0", "t3/0", "t4/0"]);
    expect(result.summary()).toMatchObject({ attemptCount: 7, notRunCount: 793 });
    expect(result.warnings).toEqual([
      'Error storm: 7 attempts failed alike ("provider: server"), whatever they were asked, so 793 of 800 planned attempts did not start. The first was t1/0: ProviderError: no',
    ]);
  });

  it("warns in one short line, whatever was thrown", async () => {
    const act = () => {
      throw "x".repeat(1_000_000);
    };
    const { result } = await run(act, { taskCount: 9, k: 8, concurrency: 1 });

    expect(result.warnings).toHaveLength(1);
    expect(result.warnings[0]?.length).toBeLessThan(350);
  });

  it("starts nothing but the probes while they decide, at any concurrency", async () => {
    const { result, started } = await run(() => fail(), { taskCount: 100, k: 8, concurrency: 8 });

    expect(result).toMatchObject(storm);
    expect(started.slice(0, 8).every((label) => label.startsWith("t1/"))).toBe(true);
    expect(started.slice(-3)).toEqual(["t2/0", "t3/0", "t4/0"]);
    expect(started).toHaveLength(11);
  });

  it("goes on when one probe passes, and runs every attempt once", async () => {
    const act = (task: number) => (task === 0 ? fail() : "an answer");
    const { result, started } = await run(act, { taskCount: 6, k: 8, concurrency: 1 });

    expect(result).toMatchObject(whole);
    expect(started.slice(4, 7)).toEqual(["t2/0", "t3/0", "t4/0"]);
    expect(new Set(started).size).toBe(48);
    expect(attemptsOf(result)).toHaveLength(48);
  });

  it("goes on when one probe fails in another way", async () => {
    const act = (task: number) => fail(task === 2 ? "connection" : "server");
    const { result } = await run(act, { taskCount: 5, k: 8, concurrency: 2 });

    expect(result).toMatchObject(whole);
    expect(attemptsOf(result)).toHaveLength(40);
  });

  it("probes the tasks there are", async () => {
    const { started } = await run(() => fail(), { taskCount: 2, k: 8, concurrency: 1 });

    expect(started).toEqual(["t1/0", "t1/1", "t1/2", "t1/3", "t2/0"]);
  });

  it("needs no probe when every task is among those that failed", async () => {
    const { result, started } = await run(() => fail(), { taskCount: 2, k: 3, concurrency: 1 });

    expect(result).toMatchObject(storm);
    expect(started).toEqual(["t1/0", "t1/1", "t1/2", "t2/0"]);
  });

  it("does not stop a run that has mixed luck, B13 control", async () => {
    const act = (task: number, attempt: number) => ((task + attempt) % 5 === 0 ? fail() : "x");
    const { result } = await run(act, { taskCount: 20, k: 4, concurrency: 8 });

    expect(result).toMatchObject(whole);
  });
});

describe("S3 a scorer whose model meets an error of a fatal class stops the run at once", () => {
  async function score(scorer: ScoreFunction<string, unknown>, options: RunRolloutsOptions = {}) {
    const env = defineEnvironment({
      name: "judged",
      tasks: Array.from({ length: 9 }, (_, i) => ({ input: String(i) })),
      agent: functionAgent({ run: () => "x" }),
      scorer,
    });
    return runRollouts(env, { k: 4, concurrency: 1, ...options });
  }

  it("and says that it was the scorer's", async () => {
    const result = await score(() => fail("authentication"));

    expect(result).toMatchObject(storm);
    expect(attemptsOf(result)).toMatchObject([
      { stopReason: "completed", score: null, error: "scorer: ProviderError: no" },
    ]);
    expect(result.warnings).toEqual([
      'Error storm: 1 attempt failed alike ("the scorer\'s model failed: authentication"), whatever they were asked, so 35 of 36 planned attempts did not start. The first was t1/0: scorer: ProviderError: no',
    ]);
  });

  it("also in a scorer that is made of others, and late in the run", async () => {
    let scoredCount = 0;
    const result = await score(() => {
      scoredCount += 1;
      if (scoredCount < 7) return true;
      try {
        return fail("quota-exhausted");
      } catch (cause) {
        throw new ScorerError({ scorer: "allOf", message: "allOf: a part broke", cause });
      }
    });

    expect(result).toMatchObject(storm);
    expect(attemptsOf(result)).toHaveLength(7);
  });

  it("but not with errorStorm: false", async () => {
    const result = await score(() => fail("authentication"), { errorStorm: false });

    expect(result).toMatchObject(whole);
    expect(result.summary()).toMatchObject({ attemptCount: 36, scoredCount: 0 });
  });

  it.each([
    ["one that may pass", () => fail("server")],
    ["one about one request", () => fail("context-overflow")],
    [
      "no provider's",
      () => {
        throw new TypeError("broken");
      },
    ],
  ])("but not for an error that is %s, which leaves attempts unscored", async (_, scorer) => {
    expect(await score(scorer)).toMatchObject(whole);
  });

  it("nor for a metric, without which attempts have their verdicts", async () => {
    const env = defineEnvironment({
      name: "measured",
      tasks: [{ input: "x" }],
      agent: functionAgent({ run: () => "x" }),
      scorer: () => true,
      metrics: { dead: () => fail("authentication") },
    });

    const result = await runRollouts(env, { k: 20 });

    expect(result).toMatchObject(whole);
    expect(result.summary()).toMatchObject({ scoredCount: 20 });
  });
});

describe("B13 an error of a fatal class stops at once, without a probe", () => {
  it.each(["authentication", "model-not-found", "quota-exhausted", "unsupported-setting"] as const)(
    "%s",
    async (errorClass) => {
      const act = () => fail(errorClass);
      const { result, started } = await run(act, { taskCount: 100, k: 4, concurrency: 8 });

      expect(result).toMatchObject(storm);
      expect(started.length).toBeLessThanOrEqual(8);
    },
  );

  it("also late in the run, and when only one task is selected", async () => {
    const act = (_: number, attempt: number) => (attempt === 9 ? fail("quota-exhausted") : "x");
    const { result } = await run(act, { taskCount: 1, k: 100, concurrency: 1 });

    expect(result).toMatchObject(storm);
    expect(attemptsOf(result)).toHaveLength(10);
  });

  it.each(["rate-limit", "invalid-request", "context-overflow"] as const)(
    "but not %s, which is about one request",
    async (errorClass) => {
      const act = (task: number) => (task === 0 ? fail(errorClass) : "x");
      const { result } = await run(act, { taskCount: 3, k: 4, concurrency: 2 });

      expect(result).toMatchObject(whole);
    },
  );
});
