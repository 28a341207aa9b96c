import { getEventListeners } from "node:events";
import type { Model } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { deferred, settleAll } from "../run.test-helper.ts";
import {
  attemptTime,
  createFakeClock,
  createTestGate,
  guard,
  modelOf,
  reply,
  toRequest,
} from "./gate.test-helper.ts";
import type { LimitsOptions } from "./limits.ts";

/** A model whose calls a test ends by hand. */
function heldModel(rest: Partial<Pick<Model, "provider" | "account">> = {}) {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const model = modelOf(({ messages }) => {
    started.push(String(messages[0]?.content));
    const held = deferred<ReturnType<typeof reply>>();
    ends.push(() => held.resolve(reply("ok")));
    return held.promise;
  }, rest);
  return { model, started, endNext: () => ends.shift()?.() };
}

function setUp(limits: LimitsOptions = {}) {
  const clock = createFakeClock();
  const warnings: string[] = [];
  const gate = createTestGate({ clock, limits, warnings });
  const time = attemptTime(clock);
  return { clock, gate, warnings, time, own: gate.admit(time) };
}

describe("calls in flight", () => {
  it("start in the order in which they came, when the limit allows", async () => {
    const { own } = setUp({ inFlight: 2 });
    const { model, started, endNext } = heldModel();
    const gated = guard(own, model, "agent");
    const calls = ["a", "b", "c", "d"].map((text) => gated.generate(toRequest(text)));
    await settleAll();
    expect(started).toEqual(["a", "b"]);
    endNext();
    await settleAll();
    expect(started).toEqual(["a", "b", "c"]);
    endNext();
    endNext();
    await settleAll();
    endNext();
    await Promise.all(calls);
    expect(started).toEqual(["a", "b", "c", "d"]);
  });

  it("of one provider never hold up those of another, nor one account another", async () => {
    const { own } = setUp({ inFlight: 1 });
    const models = [
      heldModel({ provider: "p" }),
      heldModel({ provider: "q" }),
      heldModel({ provider: "p", account: "two" }),
    ];
    for (const { model } of models) {
      const gated = guard(own, model, "agent");
      void gated.generate(toRequest("first"));
      void gated.generate(toRequest("second"));
    }
    await settleAll();
    expect(models.map(({ started }) => started)).toEqual([["first"], ["first"], ["first"]]);
  });

  it("of different model objects of one account share its limit", async () => {
    const { own, gate, clock } = setUp({ inFlight: 1 });
    const [one, two] = [heldModel(), heldModel()];
    void guard(own, one.model, "agent").generate(toRequest("a"));
    void guard(gate.admit(attemptTime(clock)), two.model, "scorer").generate(toRequest("b"));
    await settleAll();
    expect([one.started, two.started]).toEqual([["a"], []]);
    one.endNext();
    await settleAll();
    expect(two.started).toEqual(["b"]);
  });

  it("of scorers have limits of their own, when those are given", async () => {
    const { own } = setUp({ inFlight: 1, scorers: { inFlight: 2 } });
    const { model, started } = heldModel();
    for (const text of ["a1", "a2"]) void guard(own, model, "agent").generate(toRequest(text));
    for (const text of ["s1", "s2", "s3"]) {
      void guard(own, model, "scorer").generate(toRequest(text));
    }
    await settleAll();
    expect(started).toEqual(["a1", "s1", "s2"]);
  });

  it("keep the limits of their provider, or of their account, over the common ones", async () => {
    const { own } = setUp({
      inFlight: 1,
      providers: { q: { inFlight: 2 }, "q/two": { inFlight: 3 }, r: { requestsPerMinute: 1000 } },
    });
    const models = [
      heldModel({ provider: "q" }),
      heldModel({ provider: "q", account: "two" }),
      heldModel({ provider: "r" }),
    ];
    for (const { model } of models) {
      const gated = guard(own, model, "agent");
      for (let call = 0; call < 5; call++) void gated.generate(toRequest());
    }
    await settleAll();
    expect(models.map(({ started }) => started.length)).toEqual([2, 3, 1]);
  });
});

it("limits of a provider that no model belongs to are told at the end, and a judge with limits of its own uses none", async () => {
  const { own, gate } = setUp({ providers: { "nobody/x": { inFlight: 1 } }, scorers: {} });
  const { model } = heldModel({ provider: "q" });
  void guard(own, model, "agent").generate(toRequest());
  void guard(own, heldModel({ provider: "nobody", account: "x" }).model, "scorer").generate(
    toRequest(),
  );
  await settleAll();
  expect(gate.closingWarnings()).toEqual([
    expect.stringContaining(
      'limits for "nobody/x", which no model of the run belongs to: there were "q"',
    ),
  ]);
});

describe("a call that waits", () => {
  it("leaves the queue at once when its signal aborts, and no listener stays", async () => {
    const { own, time } = setUp({ inFlight: 1 });
    const { model, started, endNext } = heldModel();
    const gated = guard(own, model, "agent");
    const controller = new AbortController();
    const reason = new Error("enough");
    const first = gated.generate(toRequest("a"));
    const second = gated.generate(toRequest("b", controller.signal));
    const third = gated.generate(toRequest("c"));
    await settleAll();
    controller.abort(reason);
    await expect(second).rejects.toBe(reason);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
    endNext();
    await first;
    await settleAll();
    expect(started).toEqual(["a", "c"]);
    endNext();
    await third;
    expect(getEventListeners(time.signal, "abort")).toHaveLength(0);
  });

  it("leaves it when its attempt ends, whatever signal the agent gave", async () => {
    const { own, time } = setUp({ inFlight: 1 });
    const { model, started } = heldModel();
    const gated = guard(own, model, "agent");
    void gated.generate(toRequest("a")).catch(() => {});
    const waiting = gated.generate(toRequest("b"));
    const reason = new Error("time is over");
    await settleAll();
    time.cancel(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(gated.generate(toRequest("late"))).rejects.toBe(reason);
    expect(started).toEqual(["a"]);
  });

  it("is not made because the one before it, of the same attempt, has left", async () => {
    const { own, time } = setUp({ tokensPerMinute: 600 }); // holds 10
    const started: number[] = [];
    const model = modelOf(async ({ messages }) => {
      started.push(String(messages[0]?.content).length);
      return reply("ok", { usage: { totalTokens: 5 } });
    });
    const gated = guard(own, model, "agent");
    await gated.generate(toRequest("x"));
    const calls = ["x".repeat(4000), "x"].map((text) => gated.generate(toRequest(text)));
    time.cancel(new Error("time is over"));
    const ends = await Promise.allSettled(calls);
    expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(started).toEqual([1]);
  });

  it("is not made when its attempt has ended well meanwhile", async () => {
    const { own, gate, clock } = setUp({ inFlight: 1 });
    const { model, started, endNext } = heldModel();
    void guard(gate.admit(attemptTime(clock)), model, "agent").generate(toRequest("other"));
    const left = guard(own, model, "agent").generate(toRequest("left behind"));
    await settleAll();
    own.close();
    endNext();
    await expect(left).rejects.toThrow("its attempt is over");
    expect(started).toEqual(["other"]);
  });

  it("is counted as waiting once, however many of an attempt wait at the same time", async () => {
    const { own, clock } = setUp({ inFlight: 1 });
    const { model, endNext } = heldModel();
    const gated = guard(own, model, "agent");
    const calls = [1, 2, 3].map(() => gated.generate(toRequest()));
    await clock.advance(500);
    endNext();
    await clock.advance(500);
    expect(own.waitedMs()).toBe(1000);
    endNext();
    await clock.advance(700);
    endNext();
    await Promise.all(calls);
    expect(own.waitedMs()).toBe(1000);
  });

  it("does not wait for a model that ignores the end of its attempt", async () => {
    const { own, gate, clock } = setUp({ inFlight: 1 });
    const { model, started } = heldModel();
    void guard(own, model, "agent")
      .generate(toRequest("hangs"))
      .catch(() => {});
    void guard(gate.admit(attemptTime(clock)), model, "agent").generate(toRequest("next"));
    await settleAll();
    expect(started).toEqual(["hangs"]);
    own.close();
    await settleAll();
    expect(started).toEqual(["hangs", "next"]);
  });
});

describe("limits per minute", () => {
  const startTimes = (clock: { now(): number }, at: number[]) => async () => {
    at.push(clock.now() - 1000);
    return reply("ok", { usage: { totalTokens: 100 } });
  };

  it("space out the starts", async () => {
    const { own, clock } = setUp({ requestsPerMinute: 60 });
    const at: number[] = [];
    const gated = guard(own, modelOf(startTimes(clock, at)), "agent");
    for (let call = 0; call < 4; call++) void gated.generate(toRequest());
    await clock.advance(10_000);
    expect(at.map(Math.round)).toEqual([0, 1000, 2000, 3000]);
    expect(clock.pendingTimers()).toBe(0);
  });

  it("count the tokens that calls have taken, not only those that were expected", async () => {
    const { own, clock } = setUp({ tokensPerMinute: 600 }); // 10 a second
    const at: number[] = [];
    const gated = guard(own, modelOf(startTimes(clock, at)), "agent");
    await gated.generate(toRequest());
    for (let call = 0; call < 2; call++) void gated.generate(toRequest());
    await clock.advance(60_000);
    expect(at).toHaveLength(3);
    expect(at[1]).toBeGreaterThan(9000);
    expect((at[2] ?? 0) - (at[1] ?? 0)).toBeGreaterThan(9000);
  });

  it("are learned from what the provider says of its own", async () => {
    const { own, clock } = setUp();
    const at: number[] = [];
    const rateLimits = { requests: { limit: 10, remaining: 0, resetMs: 20_000 } };
    const gated = guard(
      own,
      modelOf(async () => {
        at.push(clock.now() - 1000);
        return reply("ok", { rateLimits });
      }),
      "agent",
    );
    await gated.generate(toRequest());
    void gated.generate(toRequest());
    await clock.advance(1900);
    expect(at).toEqual([0]);
    await clock.advance(200);
    expect(at).toEqual([0, 2000]);
  });

  it("of tokens are learned too", async () => {
    const { own, clock } = setUp();
    const at: number[] = [];
    const rateLimits = { tokens: { limit: 1000, remaining: 0, resetMs: 10_000 } };
    const gated = guard(
      own,
      modelOf(async () => {
        at.push(clock.now() - 1000);
        return reply("ok", { rateLimits, usage: { totalTokens: 500 } });
      }),
      "agent",
    );
    await gated.generate(toRequest());
    void gated.generate(toRequest());
    await clock.advance(6000);
    expect(at).toEqual([0, 5000]);
  });
});

describe("attempts that run out of time while their calls wait", () => {
  it.each<[string, LimitsOptions]>([
    ["calls in flight", { inFlight: 1 }],
    ["requests per minute", { requestsPerMinute: 1 }],
    ["tokens per minute", { tokensPerMinute: 60 }],
  ])("are told of once, with what holds them back: %s", async (what, limits) => {
    const { gate, clock, warnings } = setUp(limits);
    const model = modelOf(() => {
      const answer = deferred<ReturnType<typeof reply>>();
      clock.setTimer(() => answer.resolve(reply("ok", { usage: { totalTokens: 500 } })), 1000);
      return answer.promise;
    });
    const times = [1, 2, 3].map(() => attemptTime(clock, 1500));
    const calls = times.map((time) =>
      guard(gate.admit(time), model, "agent")
        .generate(toRequest())
        .catch((error: unknown) => error),
    );
    await clock.advance(1500);
    const late = new Error("timeout");
    for (const time of times) time.cancel(late);
    await clock.advance(1000);
    expect((await Promise.all(calls)).filter((end) => end === late)).toHaveLength(
      what === "calls in flight" ? 1 : 2,
    );
    expect(warnings).toEqual([
      `Attempts run out of time while their calls wait for the provider "p": it is ${what} that holds them back. Lower the concurrency, or raise that limit or the environment's timeoutMs.`,
    ]);
  });

  it("are told of the first call of a model, which goes alone", async () => {
    const { gate, clock, warnings } = setUp({ tokensPerMinute: 60_000 });
    const { model } = heldModel();
    const times = [1, 2, 3].map(() => attemptTime(clock, 1500));
    for (const time of times) {
      void guard(gate.admit(time), model, "agent")
        .generate(toRequest())
        .catch(() => {});
    }
    await clock.advance(1500);
    for (const time of times.reverse()) time.cancel(new Error("timeout"));
    await settleAll();
    expect(warnings).toEqual([expect.stringContaining("it is the first call of the model that")]);
  });

  it("are not when they are cancelled before", async () => {
    const { own, time, warnings } = setUp({ inFlight: 1 });
    const { model } = heldModel();
    const gated = guard(own, model, "agent");
    void gated.generate(toRequest()).catch(() => {});
    const waiting = gated.generate(toRequest());
    await settleAll();
    time.cancel(new Error("aborted"));
    await expect(waiting).rejects.toThrow("aborted");
    expect(warnings).toEqual([]);
  });
});

describe("what a run is told at its end", () => {
  it("warns of a budget that saw no call", () => {
    const clock = createFakeClock();
    const gate = createTestGate({ clock, budget: { maxTokens: 5 } });
    expect(gate.closingWarnings()).toEqual([expect.stringContaining("saw no model call")]);
  });

  it("says nothing when there is nothing to say", async () => {
    const { own, gate, warnings } = setUp();
    await guard(
      own,
      modelOf(async () => reply("ok")),
      "agent",
    ).generate(toRequest());
    expect([gate.closingWarnings(), warnings, own.modelRetries()]).toEqual([[], [], undefined]);
  });
});
