import {
  defineEnvironment,
  functionAgent,
  ProviderError,
  type ProviderErrorClass,
  type RolloutResult,
} from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { runRollouts } from "../index.ts";
import { attemptsOf, deferred, never, settleAll } from "../run.test-helper.ts";

interface StormOptions {
  readonly k: number;
  readonly concurrency: number;
  /** Default 1. */
  readonly taskCount?: number;
  readonly timeoutMs?: number;
  readonly scorer?: () => boolean;
  readonly onEvent?: () => void;
}

/** Runs an agent that does what it is told for each attempt. */
function run(
  act: (attemptIndex: number) => string | Promise<string>,
  { k, concurrency, taskCount = 1, timeoutMs, scorer = () => true, onEvent }: StormOptions,
): Promise<RolloutResult> {
  const env = defineEnvironment({
    name: "storm",
    tasks: Array.from({ length: taskCount }, (_, i) => ({ input: String(i) })),
    agent: functionAgent({ run: (_, { attemptIndex }) => act(attemptIndex) }),
    scorer,
    timeoutMs,
  });
  return runRollouts(env, { k, concurrency, onEvent, graceMs: 0 });
}

class Oops extends Error {}

const failAlike = (attemptIndex: number): never => {
  throw new Oops(`request ${attemptIndex} failed`);
};

const providerError = (errorClass: ProviderErrorClass) =>
  new ProviderError({ errorClass, message: "no", provider: "p" });

describe("stops what can only fail", () => {
  it.each([
    // k, concurrency, window
    [8, 1, 4],
    [8, 2, 4],
    [8, 3, 4],
    [8, 4, 4],
    [5, 4, 4],
    [16, 8, 8],
    [9, 8, 8],
    [100, 16, 16],
  ])("S1 S4 S5 S6 k=%i at concurrency %i after %i alike", async (k, concurrency, window) => {
    const result = await run(failAlike, { k, concurrency });

    const { length } = attemptsOf(result);
    expect(length).toBeGreaterThanOrEqual(window);
    expect(length).toBeLessThanOrEqual(Math.min(k, window + concurrency - 1));
    expect(result.stoppedEarly).toBe(length < k ? "error-storm" : null);
    expect(result.summary().notRunCount).toBe(k - length);
  });

  it("B13 a bad key, by the class of the provider's error", async () => {
    const result = await run(
      (i) => {
        throw new ProviderError({
          errorClass: "authentication",
          message: `request ${i}: 401`,
          provider: "p",
        });
      },
      { k: 100, concurrency: 8 },
    );

    expect(result).toMatchObject({ status: "stopped", stoppedEarly: "error-storm" });
    expect(attemptsOf(result).length).toBeLessThanOrEqual(15);
    expect(String(result)).toContain("stopped early: error-storm");
    expect(String(result)).toContain("first error: ProviderError: request 0: 401");
  });

  it("S3 S8 errors without a class that share what stands before the colon", async () => {
    const result = await run(
      (i) => {
        throw `boom: number ${i}`;
      },
      { k: 8, concurrency: 1 },
    );

    expect(result.stoppedEarly).toBe("error-storm");
    expect(attemptsOf(result)).toHaveLength(4);
  });

  it("S7 also when the observer is broken", async () => {
    const result = await run(failAlike, {
      k: 8,
      concurrency: 2,
      onEvent() {
        throw new Error("no screen");
      },
    });

    expect(result.stoppedEarly).toBe("error-storm");
    expect(attemptsOf(result).length).toBeLessThan(8);
  });

  it("S4 keeps what was running when it broke out, and lets it end", async () => {
    const first = deferred<string>();

    const running = run((i) => (i === 0 ? first.promise : failAlike(i)), {
      k: 100,
      concurrency: 4,
    });
    await settleAll();
    first.resolve("an answer");
    const result = await running;

    expect(result.stoppedEarly).toBe("error-storm");
    expect(attemptsOf(result).length).toBeLessThanOrEqual(7);
    expect(attemptsOf(result)[0]).toMatchObject({ stopReason: "completed", score: { value: 1 } });
  });
});

describe("lets go on what may still succeed", () => {
  const wholeRun = (result: RolloutResult, count: number) => {
    expect(attemptsOf(result)).toHaveLength(count);
    expect(result).toMatchObject({ status: "finished", stoppedEarly: null });
  };

  it.each([1, 2, 3, 4])("S2 k=%i, which the window holds whole", async (k) => {
    wholeRun(await run(failAlike, { k, concurrency: 1 }), k);
  });

  it("S2 k as large as the concurrency", async () => {
    wholeRun(await run(failAlike, { k: 8, concurrency: 1e9 }), 8);
  });

  it("S1 seven errors of a window of eight", async () => {
    const last = deferred<string>();

    const running = run((i) => (i < 7 ? failAlike(i) : last.promise), { k: 20, concurrency: 8 });
    await settleAll();
    last.resolve("x");

    wholeRun(await running, 20);
  });

  it("S3 one success among the first", async () => {
    wholeRun(await run((i) => (i === 3 ? "x" : failAlike(i)), { k: 12, concurrency: 1 }), 12);
  });

  it("S3 errors of two kinds", async () => {
    const act = (i: number) => {
      if (i === 0) throw new TypeError("other");
      return failAlike(i);
    };
    wholeRun(await run(act, { k: 12, concurrency: 1 }), 12);
  });

  it("S3 provider errors of two classes", async () => {
    const act = (i: number) => {
      throw providerError(i === 0 ? "server" : "rate-limit");
    };
    wholeRun(await run(act, { k: 12, concurrency: 1 }), 12);
  });

  it("S3 timeouts", async () => {
    wholeRun(await run(() => never<string>(), { k: 6, concurrency: 4, timeoutMs: 10 }), 6);
  });

  it("S3 scorers that fail", async () => {
    const scorer = () => {
      throw new Oops("scorer");
    };
    wholeRun(await run(() => "x", { k: 8, concurrency: 1, scorer }), 8);
  });

  it("B13 plain failures", async () => {
    wholeRun(await run(() => "x", { k: 8, concurrency: 1, scorer: () => false }), 8);
  });

  it("E9 agents that give up with an AbortError", async () => {
    const act = () => {
      throw new DOMException("I stop", "AbortError");
    };
    wholeRun(await run(act, { k: 8, concurrency: 1 }), 8);
  });
});
