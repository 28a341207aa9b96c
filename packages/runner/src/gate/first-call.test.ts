import { getEventListeners } from "node:events";
import type { ModelResponse } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { deferred, settleAll } from "../run.test-helper.ts";
import { createFirstCall } from "./first-call.ts";
import {
  attemptTime,
  createFakeClock,
  createTestGate,
  failure,
  guard,
  modelOf,
  reply,
  type TestGateOptions,
  toRequest,
} from "./gate.test-helper.ts";

/** Models whose calls a test ends by hand. */
function setUp(options: Omit<TestGateOptions, "clock">) {
  const clock = createFakeClock();
  const gate = createTestGate({ clock, ...options });
  const started: string[] = [];
  const ends: { resolve: (response: ModelResponse) => void; reject: (error: unknown) => void }[] =
    [];
  const call = (modelId: string, time = attemptTime(clock), provider = modelId) => {
    const model = modelOf(
      () => {
        started.push(modelId);
        const held = deferred<ModelResponse>();
        ends.push(held);
        return held.promise;
      },
      { modelId, provider },
    );
    const answer = guard(gate.admit(time), model, "agent").generate(toRequest());
    answer.catch(() => {});
    return answer;
  };
  const answer = (index: number) =>
    ends[index]?.resolve(reply("ok", { usage: { totalTokens: 10 } }));
  return { clock, gate, started, ends, call, answer };
}

describe.each<[string, Omit<TestGateOptions, "clock">]>([
  ["a budget", { budget: { maxTokens: 100_000 } }],
  ["tokens per minute", { limits: { tokensPerMinute: 60_000 } }],
])("the first call of a model, under %s", (_, options) => {
  it("goes alone, and those of other models do not wait for it", async () => {
    const { call, started, answer } = setUp(options);
    for (const modelId of ["a", "a", "b", "b", "b"]) void call(modelId);
    await settleAll();
    expect(started).toEqual(["a", "b"]);
    answer(1);
    await settleAll();
    expect(started).toEqual(["a", "b", "b", "b"]);
    answer(0);
    await settleAll();
    expect(started).toEqual(["a", "b", "b", "b", "a"]);
  });

  it("is the next one's turn when it fails", async () => {
    const { call, started, ends } = setUp(options);
    const first = call("a");
    for (let more = 0; more < 3; more++) void call("a");
    await settleAll();
    ends[0]?.reject(failure("invalid-request"));
    await expect(first).rejects.toThrow("invalid-request");
    await settleAll();
    expect(started).toEqual(["a", "a"]);
  });

  it("passes its turn on when its attempt ends before it could start", async () => {
    const limits = { ...options.limits, inFlight: 1 };
    const { call, started, clock, answer } = setUp({ ...options, limits });
    const time = attemptTime(clock);
    void call("other", attemptTime(clock), "one");
    void call("a", time, "one");
    void call("a", attemptTime(clock), "one");
    await settleAll();
    time.cancel(new Error("over"));
    await settleAll();
    answer(0);
    await settleAll();
    expect(started).toEqual(["other", "a"]);
  });

  it("leaves the others alone when the attempt of one of them ends", async () => {
    const { call, started, clock } = setUp(options);
    const time = attemptTime(clock);
    void call("a");
    void call("a", time);
    void call("a");
    await settleAll();
    time.cancel(new Error("over"));
    await settleAll();
    expect(started).toEqual(["a"]);
    expect(getEventListeners(time.signal, "abort")).toHaveLength(0);
  });
});

it("goes at once where no guess is needed", async () => {
  const { call, started } = setUp({});
  void call("a");
  void call("a");
  await settleAll();
  expect(started).toEqual(["a", "a"]);
});

it("offers no turn to a call whose signal has aborted in the same moment", async () => {
  const turns = createFirstCall(() => false);
  const controller = new AbortController();
  expect(await turns.turn([controller.signal])).toBe(true);
  controller.signal.addEventListener("abort", () => turns.over());
  const second = turns.turn([controller.signal]);
  const third = turns.turn([]);
  controller.abort(new Error("over"));
  await expect(second).rejects.toThrow("over");
  expect(await third).toBe(true);
});
