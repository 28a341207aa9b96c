import {
  type AttemptContext,
  defineEnvironment,
  type Environment,
  functionAgent,
  type Model,
  ProviderError,
  type ProviderErrorClass,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeClock } from "../gate/gate.test-helper.ts";
import { createLane } from "../gate/lane.ts";
import { runRollouts } from "../index.ts";
import type { RunRolloutsOptions } from "../options/options.ts";
import { attemptsOf, deferred, settleAll } from "../run.test-helper.ts";
import { createPauseHold } from "./pause-hold.ts";

// No jitter, and so no waiting before another try.
beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const anHour = 3_600_000;

function failure(errorClass: ProviderErrorClass, retryAfterMs?: number): ProviderError {
  return new ProviderError({ errorClass, message: "no", provider: "scripted", retryAfterMs });
}

/** A model that takes no calls for an hour. */
const paused = () => scriptedModel(() => failure("rate-limit", anHour));

function named(provider: string, model: Model): Model {
  return { ...model, provider };
}

async function ask(model: Model, { signal }: AttemptContext): Promise<string> {
  const response = await model.generate({ messages: [{ role: "user", content: "x" }], signal });
  return String(response.message.content);
}

type Act = (context: AttemptContext) => Promise<string>;

interface Shape {
  readonly model?: Model;
  readonly taskCount?: number;
  readonly timeoutMs?: number;
}

function environmentOf(act: Act, { model, taskCount = 1, timeoutMs = 20_000 }: Shape) {
  return defineEnvironment({
    name: "pause",
    tasks: Array.from({ length: taskCount }, (_, index) => ({ input: String(index) })),
    agent: functionAgent({ ...(model && { model }), run: (_, context) => act(context) }),
    scorer: () => true,
    timeoutMs,
  });
}

const ownModel: Act = (context) => ask(context.model, context);

/** The same, but no attempt asks before so many have started. */
function togetherOwnModel(count: number): Act {
  const all = deferred();
  let startedCount = 0;
  return async (context) => {
    startedCount += 1;
    if (startedCount === count) all.resolve();
    await all.promise;
    return ownModel(context);
  };
}

/** Runs, and fails when it takes as long as a wait for the pause would. */
function run(env: Environment<string>, options: RunRolloutsOptions) {
  return runRollouts(env, { concurrency: 1, ...options });
}

const reasonsOf = (result: Awaited<ReturnType<typeof run>>) =>
  attemptsOf(result).map(({ stopReason }) => stopReason);

describe("a provider's pause that outlasts attempts", () => {
  it.each([1, 4])("holds up no run in which nothing is left to start (k = %d)", async (k) => {
    const model = paused();
    const env = environmentOf(togetherOwnModel(k), { model });
    const result = await run(env, { k, concurrency: k });
    expect(reasonsOf(result)).toEqual(Array(k).fill("error"));
    expect(result.status).toBe("finished");
  });

  it("S1 holds up no storm: four attempts of one kind end the run", async () => {
    const model = paused();
    const result = await run(environmentOf(togetherOwnModel(4), { model }), {
      k: 8,
      concurrency: 4,
    });
    expect(result.stoppedEarly).toBe("error-storm");
    expect(attemptsOf(result)).toHaveLength(4);
  });

  it("S2 is no longer waited for once another attempt shows a fatal error", async () => {
    const model = paused();
    const other = named("other", scriptedModel([failure("authentication")]));
    const first = deferred();
    const act: Act = async (context) => {
      if (context.attemptIndex > 0) return ownModel(context);
      await first.promise;
      return ask(context.gate?.(other) ?? other, context);
    };
    const running = run(environmentOf(act, { model }), { k: 8, concurrency: 2 });
    await settleAll();
    first.resolve();
    const result = await running;
    expect(result.stoppedEarly).toBe("error-storm");
    expect(result.warnings.join()).toContain("authentication");
    expect(attemptsOf(result)).toHaveLength(2);
  });

  it("is no longer waited for once the budget is spent", async () => {
    const model = paused();
    const usage = { inputTokens: 10, outputTokens: 100, totalTokens: 110 };
    const other = named("other", scriptedModel([{ text: "ok", usage }]));
    const first = deferred();
    const act: Act = async (context) => {
      if (context.attemptIndex > 0) return ownModel(context);
      await first.promise;
      return ask(context.gate?.(other) ?? other, context);
    };
    const running = run(environmentOf(act, { model }), {
      k: 8,
      concurrency: 2,
      budget: { maxTokens: 100 },
    });
    await settleAll();
    first.resolve();
    const result = await running;
    expect(result.stoppedEarly).toBe("budget");
    expect(reasonsOf(result)).toEqual(["completed", "error"]);
  });

  it("is waited for by what is to start, until the run is aborted", async () => {
    const model = scriptedModel((_, index) => (index === 0 ? "ok" : failure("rate-limit", anHour)));
    const controller = new AbortController();
    const running = run(environmentOf(ownModel, { model }), { k: 9, signal: controller.signal });
    await settleAll();
    controller.abort();
    const result = await running;
    expect(result.stoppedEarly).toBe("aborted");
    expect(reasonsOf(result)).toEqual(["completed", "error"]);
  });

  it("that is short enough for an attempt is not waited for by the run", async () => {
    const model = scriptedModel([failure("rate-limit", 50), "ok", "ok"]);
    const result = await run(environmentOf(ownModel, { model }), { k: 2 });
    expect(reasonsOf(result)).toEqual(["completed", "completed"]);
  });
});

describe("a provider's pause holds up no attempt that may do without it", () => {
  it.each<[string, (healthy: Model) => Model | undefined]>([
    ["whose agent has no model of its own", () => undefined],
    ["whose own model is another", (healthy) => healthy],
  ])("%s", async (_, own) => {
    const a = named("a", paused());
    const script = scriptedModel(() => "ok");
    const b = named("b", script);
    const act: Act = (context) => {
      const model = context.attemptIndex === 0 ? a : b;
      return ask(context.gate?.(model) ?? model, context);
    };
    const model = own(b);
    const env = environmentOf(act, model ? { model } : {});
    const result = await run(env, { k: 10 });
    expect(script.calls).toHaveLength(9);
    expect(result.summary()).toMatchObject({ scoredCount: 9, notRunCount: 0 });
  });

  it("of a factory that spreads its agents over accounts", async () => {
    const account = (name: string, model: Model): Model => ({ ...model, account: name });
    const models = [
      account("a", paused()),
      account(
        "b",
        scriptedModel(() => "ok"),
      ),
    ];
    let builtCount = 0;
    const env = defineEnvironment({
      name: "accounts",
      tasks: [{ input: "x" }],
      agent: () =>
        functionAgent({
          name: "one",
          model: models[builtCount++ % 2] as Model,
          run: (_, context) => ownModel(context),
        }),
      scorer: () => true,
    });
    const result = await run(env, { k: 10, concurrency: 2 });
    expect(attemptsOf(result)).toHaveLength(10);
    expect(result.summary().scoredCount).toBe(5);
  });

  it("whose agent has other models to ask, when one of those fails for its own reasons", async () => {
    const a = named("a", paused());
    const b = scriptedModel((_, index) => (index === 3 ? failure("invalid-request") : "ok"));
    const act: Act = async (context) => {
      const standIn = context.gate?.(named("b", b)) ?? b;
      return ownModel(context).catch(() => ask(standIn, context));
    };
    const result = await run(environmentOf(act, { model: a }), { k: 10 });
    expect(b.calls).toHaveLength(10);
    expect(result.summary()).toMatchObject({ scoredCount: 9, notRunCount: 0 });
  });

  it("whose judge is the one that is paused", async () => {
    const model = scriptedModel((_, index) => (index === 1 ? failure("invalid-request") : "ok"));
    const judge = named("judge", paused());
    const env = defineEnvironment({
      name: "judge",
      tasks: [{ input: "x" }],
      agent: functionAgent({ model, run: (_, context) => ownModel(context) }),
      async scorer(_run, _expected, { gate, signal }) {
        await gate(judge).generate({ messages: [{ role: "user", content: "?" }], signal });
        return true;
      },
    });
    const result = await run(env, { k: 6 });
    expect(model.calls).toHaveLength(6);
    expect(attemptsOf(result)).toHaveLength(6);
  });
});

describe("a hold", () => {
  function setUp(timeoutMs = 1000) {
    const clock = createFakeClock();
    const lanes = [0, 1].map(() => createLane({ limits: {}, clock, onStarved: () => {} }));
    const [lane, other] = lanes as [(typeof lanes)[0], (typeof lanes)[0]];
    const pause = (pauseMs: number) => {
      const seat = lane.enter(0);
      if (seat !== undefined) lane.leave(seat, { type: "failed", pauseMs });
    };
    const hold = createPauseHold({ timeoutMs, signals: [], clock });
    const calls = { ownLane: () => lane, pausedLane: () => lane };
    return { clock, lane, other, pause, hold, calls };
  }

  it("is over with the pause, and not before", async () => {
    const { clock, pause, hold, calls } = setUp();
    pause(5000);
    hold.record(calls, true);
    let isOver = false;
    void hold.over()?.then(() => {
      isOver = true;
    });
    await clock.advance(4999);
    expect(isOver).toBe(false);
    await clock.advance(1);
    expect(isOver).toBe(true);
    expect(hold.over()).toBeUndefined();
    expect(clock.pendingTimers()).toBe(0);
  });

  it("sleeps for nobody: without a question there is no timer", () => {
    const { clock, pause, hold, calls } = setUp();
    pause(5000);
    hold.record(calls, true);
    expect(clock.pendingTimers()).toBe(0);
  });

  it("begins only with a pause as long as an attempt, in which one has failed", () => {
    const { pause, hold, calls, other } = setUp();
    pause(999);
    hold.record(calls, true);
    expect(hold.over()).toBeUndefined();
    pause(5000);
    hold.record(calls, false);
    hold.record({ ...calls, pausedLane: () => null }, true);
    hold.record({ ...calls, pausedLane: () => other }, true);
    expect(hold.over()).toBeUndefined();
  });

  it("ends for good when another attempt had its model elsewhere", async () => {
    const { clock, pause, hold, calls, other } = setUp();
    pause(5000);
    hold.record(calls, true);
    const over = hold.over();
    hold.record({ ...calls, ownLane: () => other }, false);
    await over;
    hold.record(calls, true);
    expect(hold.over()).toBeUndefined();
    expect(clock.pendingTimers()).toBe(0);
  });
});
