import {
  type AttemptContext,
  defineEnvironment,
  type Environment,
  functionAgent,
  type Model,
  ProviderError,
  type ProviderErrorClass,
  type ScoreContext,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runRollouts } from "../index.ts";
import type { RunRolloutsOptions } from "../options/options.ts";
import { attemptsOf, createGauge, eventAgent, never, settleAll } from "../run.test-helper.ts";

// No jitter, and so no waiting before another try.
beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

function failure(errorClass: ProviderErrorClass, retryAfterMs?: number): ProviderError {
  return new ProviderError({ errorClass, message: "no", provider: "scripted", retryAfterMs });
}

function ask({ model, signal }: AttemptContext): ReturnType<Model["generate"]> {
  return model.generate({ messages: [{ role: "user", content: "x" }], signal });
}

interface Options extends RunRolloutsOptions {
  readonly tasks?: never;
  readonly taskCount?: number;
  readonly timeoutMs?: number;
  readonly callCount?: number;
  readonly scorer?: (context: ScoreContext) => boolean | Promise<boolean>;
}

/** An agent that makes so many model calls and answers with the last reply. */
function environmentOf(model: Model, options: Options = {}): Environment<string> {
  const { taskCount = 1, timeoutMs, callCount = 1, scorer } = options;
  return defineEnvironment({
    name: "gated",
    tasks: Array.from({ length: taskCount }, (_, index) => ({ input: String(index) })),
    agent: functionAgent({
      model,
      async run(_, context) {
        let text = "";
        let outputTokens = 0;
        for (let call = 0; call < callCount; call++) {
          const { message, usage } = await ask(context);
          text = message.content ?? "";
          outputTokens += usage?.outputTokens ?? 0;
        }
        return { text, usage: { outputTokens } };
      },
    }),
    scorer: (_run, _expected, context) => scorer?.(context) ?? true,
    timeoutMs,
  });
}

function run(model: Model, options: Options = {}) {
  const { taskCount, timeoutMs, callCount, scorer, ...rest } = options;
  return runRollouts(environmentOf(model, options), { k: 1, concurrency: 1, ...rest });
}

const usage = { inputTokens: 20, outputTokens: 10, totalTokens: 30 };

describe("model calls", () => {
  it("B20 are tried again, and the attempt tells how often and why", async () => {
    const model = scriptedModel([{}, failure("rate-limit"), "ok"]);
    const result = await run(model);
    const [attempt] = attemptsOf(result);
    expect(attempt).toMatchObject({
      stopReason: "completed",
      score: { passed: true },
      modelRetries: { protocol: 1, "rate-limit": 1 },
    });
    expect(attempt?.tries).toHaveLength(1);
    expect(result.summary().usage.modelRetryCount).toBe(2);
  });

  it("B20 leave an error, not a fail, when every reply is empty", async () => {
    const [attempt] = attemptsOf(await run(scriptedModel([{}, {}, {}])));
    expect(attempt).toMatchObject({ stopReason: "error", score: null, errorType: "ProviderError" });
    expect(attempt?.error).toContain("empty reply");
  });

  it("tell every try the same attempt and turn, and run no tool twice", async () => {
    const model = scriptedModel(["use the tool", failure("server"), "done"]);
    let toolRuns = 0;
    const env = defineEnvironment({
      name: "tool",
      tasks: [{ input: "x" }],
      agent: functionAgent({
        model,
        async run(_, context) {
          await ask(context);
          toolRuns += 1;
          return String((await ask(context)).message.content);
        },
      }),
      scorer: (result) => result.output === "done",
    });
    const [attempt] = attemptsOf(await runRollouts(env, { k: 1 }));
    expect(attempt?.score?.passed).toBe(true);
    expect(toolRuns).toBe(1);
    expect(model.calls.map(({ attempt: asked }) => asked?.turn)).toEqual([0, 1, 1]);
  });

  it("are limited in flight across attempts, and waiting is told apart", async () => {
    const gauge = createGauge();
    const model = scriptedModel(async () => {
      gauge.enter();
      await new Promise((resolve) => setTimeout(resolve, 5));
      gauge.leave();
      return "ok";
    });
    const result = await run(model, { k: 12, concurrency: 12, limits: { inFlight: 3 } });
    expect(gauge.highest()).toBe(3);
    const waits = attemptsOf(result).map(({ waitedMs, durationMs }) => {
      expect(waitedMs).toBeLessThanOrEqual(durationMs);
      return waitedMs;
    });
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
    expect(Math.max(...waits)).toBeGreaterThan(5);
  });

  it("of models that the agent passes to context.gate share the limits, once each", async () => {
    const gauge = createGauge();
    const other = scriptedModel(async () => {
      gauge.enter();
      await settleAll();
      gauge.leave();
      return "other";
    });
    const seen: boolean[] = [];
    const env = defineEnvironment({
      name: "secondary",
      tasks: [{ input: "x" }],
      agent: functionAgent({
        model: scriptedModel(() => "x"),
        async run(_, context) {
          const gated = context.gate?.(other) ?? other;
          seen.push(context.gate?.(gated) === gated);
          seen.push(context.gate?.(context.model) === context.model);
          const messages = [{ role: "user", content: "y" }] as const;
          return String(
            (await gated.generate({ messages, signal: context.signal })).message.content,
          );
        },
      }),
      scorer: () => true,
    });
    const result = await runRollouts(env, { k: 6, concurrency: 6, limits: { inFlight: 1 } });
    expect(attemptsOf(result).map(({ run: done }) => done?.text)).toEqual(Array(6).fill("other"));
    expect(gauge.highest()).toBe(1);
    expect(new Set(seen)).toEqual(new Set([true]));
    expect(other.calls.map(({ attempt }) => attempt?.turn)).toEqual(Array(6).fill(0));
  });

  it("of judges are tried again too, and booked as the scorer's", async () => {
    const judge = scriptedModel([failure("overloaded"), { text: "yes", usage }]);
    const result = await run(scriptedModel(["ok"]), {
      async scorer(context) {
        const { message } = await context
          .gate(judge)
          .generate({ messages: [{ role: "user", content: "?" }], signal: context.signal });
        return message.content === "yes";
      },
    });
    const [attempt] = attemptsOf(result);
    expect(attempt).toMatchObject({ scorerUsage: usage, modelRetries: { overloaded: 1 } });
    expect(attempt?.score?.passed).toBe(true);
  });

  it("leave no text behind of a reply that was thrown away", async () => {
    const model = scriptedModel(({ onProgress }, index) => {
      onProgress?.({ type: "text-delta", text: ["first", "second"][index] ?? "" });
      return index === 0 ? failure("timeout") : never();
    });
    const agent = eventAgent(async function* (_, context) {
      const texts: string[] = [];
      const { signal } = context;
      const call = context.model.generate({
        messages: [{ role: "user", content: "x" }],
        signal,
        onProgress: (progress) => progress.type === "text-delta" && texts.push(progress.text),
      });
      call.catch(() => {});
      await settleAll();
      for (const text of texts) yield { type: "text-delta", text };
      await call;
    });
    const env = defineEnvironment({
      name: "text",
      tasks: [{ input: "x" }],
      agent: { ...agent, model },
      scorer: () => true,
      timeoutMs: 100,
    });
    const [attempt] = attemptsOf(await runRollouts(env, { k: 1 }));
    expect(model.calls).toHaveLength(2);
    expect(attempt).toMatchObject({ stopReason: "timeout", run: { text: null } });
  });

  it("that wait beyond the time limit cost their attempt its time, and no more", async () => {
    const model = scriptedModel(() => never());
    const result = await run(model, {
      k: 2,
      concurrency: 2,
      timeoutMs: 60,
      limits: { inFlight: 1 },
    });
    for (const attempt of attemptsOf(result)) expect(attempt.stopReason).toBe("timeout");
    expect(Math.max(...attemptsOf(result).map(({ waitedMs }) => waitedMs))).toBeGreaterThan(30);
  });
});

describe("warnings of a run", () => {
  it("name what providers say, other snapshots and duplicateSamples", async () => {
    let callCount = 0;
    const model = scriptedModel(() => ({
      message: { role: "assistant", content: "ok" },
      finishReason: "stop",
      warnings: ["seed is ignored"],
      served: { model: `m-${callCount++ % 2}`, responseId: "resp_1" },
    }));
    const { warnings } = await run(model, { k: 5 });
    expect(warnings).toEqual([
      "scripted: seed is ignored",
      expect.stringContaining('2 model snapshots ("m-0", "m-1")'),
      expect.stringContaining("duplicateSamples: 4 of 5 replies"),
    ]);
  });
});

describe("error storm", () => {
  it("S2 is no reason to stop when it is switched off", async () => {
    const result = await run(
      scriptedModel(() => failure("authentication")),
      {
        k: 10,
        errorStorm: false,
      },
    );
    expect(attemptsOf(result)).toHaveLength(10);
    expect(result).toMatchObject({ status: "finished", stoppedEarly: null });
  });

  it("B13 ends a run whose key is wrong after the calls in flight, none tried twice", async () => {
    const model = scriptedModel(() => failure("authentication"));
    const result = await run(model, { taskCount: 100, k: 4, concurrency: 8 });
    expect(model.calls.length).toBeLessThanOrEqual(8);
    expect(result.stoppedEarly).toBe("error-storm");
    expect(result.warnings.join()).toContain("authentication");
  });

  it("B13 is not a rate limit at every fifth call, whatever its words", async () => {
    let callCount = 0;
    const model = scriptedModel(() => {
      callCount += 1;
      if (callCount % 5 > 0) return "ok";
      return new ProviderError({
        errorClass: "rate-limit",
        provider: "scripted",
        status: 429,
        message: "quota exceeded, retry in 1s",
      });
    });
    const result = await run(model, { taskCount: 20, k: 4, concurrency: 8 });
    expect(result.stoppedEarly).toBeNull();
    expect(result.summary()).toMatchObject({ scoredCount: 80, unscoredCount: 0 });
    expect(result.summary().usage.modelRetryCount).toBeGreaterThan(15);
  });
});

describe("a provider that asks for an hour", () => {
  it("is asked once; attempts in flight fail, and the next wait until the run is aborted", async () => {
    const model = scriptedModel((_, index) =>
      index === 0 ? "ok" : failure("rate-limit", 3_600_000),
    );
    const controller = new AbortController();
    const warnings: string[] = [];
    const result = await run(model, {
      k: 50,
      signal: controller.signal,
      onEvent(event) {
        if (event.type === "warning") warnings.push(event.message);
        const isFailed = event.type === "attempt-end" && event.attempt.stopReason === "error";
        if (isFailed) setImmediate(() => controller.abort());
      },
    });
    expect(model.calls).toHaveLength(2);
    expect(attemptsOf(result).map(({ stopReason }) => stopReason)).toEqual(["completed", "error"]);
    expect(result.stoppedEarly).toBe("aborted");
    expect(warnings[0]).toContain("asks for a wait of 3600 s");
  });
});

describe("a budget", () => {
  it("lets no call start that may go over it, and ends the run", async () => {
    const model = scriptedModel(() => ({ text: "ok", usage }));
    const result = await run(model, { k: 8, budget: { maxTokens: 100 } });
    expect(model.calls).toHaveLength(3);
    expect(result).toMatchObject({ status: "stopped", stoppedEarly: "budget" });
    expect(result.summary()).toMatchObject({ plannedCount: 8, scoredCount: 3, notRunCount: 4 });
    expect(attemptsOf(result)[3]).toMatchObject({
      stopReason: "cancelled",
      error: "cancelled: the budget of the run is spent",
      unscored: { cause: "cancelled" },
    });
    expect(result.warnings).toEqual([
      "The budget of the run is spent: 90 of 100 tokens used, and the next call was expected to take 30 tokens.",
    ]);
  });

  it("counts the calls of every turn, and lets those in flight end", async () => {
    const model = scriptedModel(async () => {
      await settleAll();
      return { text: "ok", usage };
    });
    const result = await run(model, {
      k: 8,
      concurrency: 4,
      callCount: 2,
      budget: { maxTokens: 200 },
    });
    expect(model.calls.length).toBeLessThanOrEqual(6);
    expect(result.stoppedEarly).toBe("budget");
    const reasons = attemptsOf(result).map(({ stopReason }) => stopReason);
    expect(new Set(reasons)).toEqual(new Set(["completed", "cancelled"]));
  });

  it("cancels an agent that would answer without the call that it was refused", async () => {
    const model = scriptedModel(() => ({ text: "ok", usage }));
    const env = defineEnvironment({
      name: "stubborn",
      tasks: [{ input: "x" }],
      agent: functionAgent({
        model,
        async run(_, context) {
          await ask(context).catch(() => null);
          return "made up";
        },
      }),
      scorer: () => true,
    });
    const result = await runRollouts(env, { k: 4, concurrency: 1, budget: { maxTokens: 50 } });
    expect(attemptsOf(result).map(({ stopReason }) => stopReason)).toEqual([
      "completed",
      "cancelled",
    ]);
  });

  it("of money goes by the price table", async () => {
    const model = scriptedModel(() => ({ text: "ok", usage }));
    const prices = { scripted: { inputPerMillionUsd: 1000, outputPerMillionUsd: 2000 } };
    const result = await run(model, { k: 8, budget: { maxCostUsd: 0.1, prices } });
    expect(model.calls).toHaveLength(2); // 0.04 each
    expect(result.stoppedEarly).toBe("budget");
  });

  it("counts the length of prompt and answer when the model reports no usage", async () => {
    const model = scriptedModel(() => ({ text: "four" }));
    const result = await run(model, { k: 90, budget: { maxTokens: 20 } });
    expect(model.calls).toHaveLength(10); // a token of the prompt, and one of the answer
    expect(result.stoppedEarly).toBe("budget");
    expect(result.warnings[0]).toContain("did not report the usage");
    const prices = { scripted: { inputPerMillionUsd: 1000, outputPerMillionUsd: 2000 } };
    const priced = await run(model, { k: 90, budget: { maxCostUsd: 0.03, prices } });
    expect(attemptsOf(priced).filter(({ score }) => score !== null)).toHaveLength(10);
  });

  it("of money ends the run when the first cost is unknown, and says what to do", async () => {
    const model = scriptedModel(() => ({ text: "ok", usage }));
    const result = await run(model, { k: 8, budget: { maxCostUsd: 1 } });
    expect(model.calls).toHaveLength(1);
    expect(result.stoppedEarly).toBe("budget");
    expect(result.warnings.join()).toContain("the prices have no entry for this model id");
  });

  it("that the last call uses up did not stop the run", async () => {
    const model = scriptedModel(() => ({ text: "ok", usage }));
    const result = await run(model, { k: 2, budget: { maxTokens: 60 } });
    expect(result).toMatchObject({ status: "finished", stoppedEarly: null, warnings: [] });
  });

  it("leaves an attempt completed and unscored when its judge is refused", async () => {
    const model = scriptedModel(() => ({ text: "ok", usage }));
    const result = await run(model, {
      k: 3,
      budget: { maxTokens: 70 },
      async scorer(context) {
        await context
          .gate(model)
          .generate({ messages: [{ role: "user", content: "?" }], signal: context.signal });
        return true;
      },
    });
    expect(attemptsOf(result)).toMatchObject([
      { stopReason: "completed", score: { passed: true } },
      { stopReason: "cancelled" },
    ]);
    const judged = await run(model, {
      budget: { maxTokens: 40 },
      async scorer(context) {
        await context
          .gate(model)
          .generate({ messages: [{ role: "user", content: "?" }], signal: context.signal });
        return true;
      },
    });
    expect(attemptsOf(judged)).toMatchObject([
      {
        stopReason: "completed",
        score: null,
        unscored: { cause: "cancelled", reason: "the budget of the run is spent" },
        error: null,
        errorType: null,
      },
    ]);
    expect(judged.stoppedEarly).toBe("budget");
  });

  it("does not count as a storm, nor against attempts that need no model", async () => {
    const model = scriptedModel(() => ({ text: "ok", usage }));
    const result = await run(model, { k: 20, concurrency: 8, budget: { maxTokens: 100 } });
    expect(result.stoppedEarly).toBe("budget");
  });

  it("that sees no call is told so", async () => {
    const env = defineEnvironment({
      name: "blind",
      tasks: [{ input: "x" }],
      agent: functionAgent({ run: () => "x" }),
      scorer: () => true,
    });
    const { warnings } = await runRollouts(env, { k: 1, budget: { maxTokens: 1 } });
    expect(warnings).toEqual([expect.stringContaining("saw no model call")]);
  });
});
