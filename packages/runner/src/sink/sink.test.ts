import { getEventListeners } from "node:events";
import {
  type AttemptResult,
  defineEnvironment,
  functionAgent,
  InvalidArgumentError,
  SinkError,
  UnsupportedSpecVersionError,
} from "@rollouts/core";
import { describe, expect, it, vi } from "vitest";
import { runRollouts, streamRollouts } from "../index.ts";
import { attemptsOf, deferred, never, settleAll } from "../run.test-helper.ts";
import { labelOf, memorySink, namesOf } from "./memory-sink.test-helper.ts";

const tasks = [
  { id: "a", input: "1" },
  { id: "b", input: "2" },
];

/** Counts the attempts that it starts. */
function environment(answer: (signal: AbortSignal) => string | Promise<string> = () => "1") {
  const run = vi.fn((_: unknown, { signal }: { signal: AbortSignal }) => answer(signal));
  const agent = functionAgent({ run, identity: "counted" });
  const scorer = (made: { output: string }) => made.output === "1";
  return { env: defineEnvironment({ name: "sunk", tasks, agent, scorer }), run };
}

describe("a run with a sink", () => {
  it("writes header, attempts and end in this order, closes, and gives what it wrote", async () => {
    const sink = memorySink();
    const result = await runRollouts(environment().env, { k: 2, concurrency: 1, sink });

    expect(namesOf(sink.records)).toEqual([
      "header",
      "attempt a/0",
      "attempt a/1",
      "attempt b/0",
      "attempt b/1",
      "end finished",
    ]);
    const { end, ...header } = result.header;
    expect(sink.records[0]).toEqual({
      type: "header",
      header: { ...header, end: null },
      tasks: tasks.map((task) => ({ ...task, metadata: {} })),
    });
    expect(sink.records.at(-1)).toEqual({
      type: "end",
      end,
      warnings: result.warnings,
      abandonedCount: 0,
    });
    const written = sink.records.flatMap((record) =>
      record.type === "attempt" ? [record.attempt] : [],
    );
    expect(written).toEqual(attemptsOf(result));
    expect(sink.closeCount()).toBe(1);
  });

  it("D23 announces an attempt when it is safe, not before, and frees its slot at once", async () => {
    const safe = deferred();
    const told: string[] = [];
    const { env, run } = environment();
    const sink = memorySink({ onAppend: (number) => (number === 1 ? safe.promise : undefined) });
    const running = runRollouts(env, {
      k: 2,
      concurrency: 1,
      sink,
      onEvent: (event) => {
        if (event.type === "attempt-end") told.push(labelOf(event.attempt));
      },
    });
    while (run.mock.calls.length < 4) await settleAll();
    await settleAll();
    const toldBefore = [...told];
    safe.resolve();
    await running;

    expect(toldBefore).not.toContain("a/0");
    expect(told.sort()).toEqual(["a/0", "a/1", "b/0", "b/1"]);
  });

  it("D23 does not yield what is not safe", async () => {
    const safe = deferred();
    const sink = memorySink({ onAppend: (number) => (number > 0 ? safe.promise : undefined) });
    const { env, run } = environment();
    const stream = streamRollouts(env, { k: 1, concurrency: 2, sink });
    const first = stream[Symbol.asyncIterator]().next();
    let isYielded = false;
    void first.then(() => {
      isYielded = true;
    });
    while (run.mock.calls.length < 2) await settleAll();
    await settleAll();
    const isYieldedUnsafe = isYielded;
    safe.resolve();

    expect(isYieldedUnsafe).toBe(false);
    expect((await first).value).toMatchObject({ taskId: "a" });
  });

  it("D25 starts no more than a few attempts while its sink is slow", async () => {
    const safe = deferred();
    const sink = memorySink({ onAppend: (number) => (number > 0 ? safe.promise : undefined) });
    const { env, run } = environment();
    const running = runRollouts(env, { k: 500, concurrency: 2, sink });
    while (run.mock.calls.length < 8) await settleAll();
    for (let round = 0; round < 20; round++) await settleAll();
    const startedWhileSlow = run.mock.calls.length;
    safe.resolve();
    const result = await running;

    expect(startedWhileSlow).toBeLessThanOrEqual(2 * 4 + 2);
    expect(result.summary().scoredCount).toBe(1000);
  });

  it("B15 writes what an abort cut off as cancelled, and how the run ended", async () => {
    const controller = new AbortController();
    const sink = memorySink();
    let startCount = 0;
    const { env } = environment(() => (++startCount === 1 ? "1" : never()));
    const result = await runRollouts(env, {
      k: 2,
      concurrency: 2,
      graceMs: 0,
      sink,
      signal: controller.signal,
      onEvent: (event) => {
        if (event.type === "attempt-end") controller.abort();
      },
    });

    expect(result.stoppedEarly).toBe("aborted");
    const stops = sink.records.flatMap((record) =>
      record.type === "attempt" ? [record.attempt.stopReason] : [],
    );
    expect(stops.filter((stop) => stop === "completed")).toHaveLength(1);
    expect(stops.filter((stop) => stop !== "completed")).toEqual(
      Array.from({ length: stops.length - 1 }, () => "cancelled"),
    );
    expect(namesOf(sink.records).at(-1)).toBe("end aborted");
    expect(sink.closeCount()).toBe(1);
  });

  it("writes nothing when it is aborted before its first agent was built", async () => {
    const sink = memorySink();
    const agent = () => never<ReturnType<typeof functionAgent>>();
    const env = defineEnvironment({ name: "sunk", tasks, agent, scorer: () => true });
    const result = await runRollouts(env, { sink, graceMs: 0, signal: AbortSignal.abort() });

    expect(result.stoppedEarly).toBe("aborted");
    expect(sink.records).toEqual([]);
    expect(sink.closeCount()).toBe(1);
  });
});

describe("D16 a sink that fails", () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  const failAt = (failing: number) => (number: number) => {
    if (number === failing) throw full;
  };

  it.each([0, 1, 2, 3, 4, 5])(
    "at record %i stops the run; what was announced is safe",
    async (failing) => {
      const sink = memorySink({ onAppend: failAt(failing) });
      const { env, run } = environment();
      const told: AttemptResult[] = [];
      const running = runRollouts(env, {
        k: 2,
        concurrency: 1,
        sink,
        onEvent: (event) => {
          if (event.type === "attempt-end") told.push(event.attempt);
        },
      });

      const error = await running.then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(SinkError);
      expect(error).toMatchObject({ cause: full, committedCount: told.length });
      const safe = sink.records.flatMap((record) =>
        record.type === "attempt" ? [record.attempt] : [],
      );
      expect(told).toEqual(safe);
      expect(safe).toHaveLength(Math.max(0, Math.min(failing - 1, 4)));
      if (failing === 0) expect(run).not.toHaveBeenCalled();
      expect(sink.closeCount()).toBe(1);
    },
  );

  it("starts nothing more, and cancels what is in flight", async () => {
    const reasons: unknown[] = [];
    let startCount = 0;
    const { env, run } = environment((signal) => {
      if (++startCount === 1) return "1";
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          reasons.push(signal.reason);
          reject(signal.reason);
        });
      });
    });
    const { signal } = new AbortController();
    const sink = memorySink({ onAppend: failAt(1) });
    let startedCount = 0;
    const running = runRollouts(env, {
      k: 50,
      concurrency: 3,
      graceMs: 60_000,
      sink,
      signal,
      onEvent: ({ type }) => {
        if (type === "attempt-start") startedCount += 1;
      },
    });

    await expect(running).rejects.toMatchObject({ code: "sink_failed", committedCount: 0 });
    expect(startedCount).toBe(run.mock.calls.length);
    expect(run.mock.calls.length).toBeLessThanOrEqual(4);
    expect(reasons).toEqual(Array.from({ length: run.mock.calls.length - 1 }, () => full));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("is told nothing more, though it may have come to itself", async () => {
    let appendCount = 0;
    const sink = {
      ...memorySink(),
      async append() {
        if (++appendCount === 2) throw full;
      },
    };
    let startCount = 0;
    const { env } = environment(() => (++startCount === 1 ? "1" : never()));
    const running = runRollouts(env, { k: 50, concurrency: 3, graceMs: 0, sink });

    await expect(running).rejects.toBeInstanceOf(SinkError);
    expect(appendCount).toBe(2);
  });

  it("ends a stream after what is safe, everywhere with the same error", async () => {
    const sink = memorySink({ onAppend: failAt(3) });
    const stream = streamRollouts(environment().env, { k: 2, concurrency: 1, sink });
    const labels: string[] = [];
    const iterate = async () => {
      for await (const attempt of stream) labels.push(labelOf(attempt));
    };

    await expect(iterate()).rejects.toMatchObject({ code: "sink_failed", cause: full });
    await expect(stream.ended).rejects.toBeInstanceOf(SinkError);
    expect(["a/0", "a/1"].slice(0, labels.length)).toEqual(labels);
  });

  it("when it is closed fails the run as well", async () => {
    const sink = memorySink({
      onClose: () => {
        throw full;
      },
    });
    await expect(runRollouts(environment().env, { k: 1, sink })).rejects.toMatchObject({
      code: "sink_failed",
      committedCount: 2,
      cause: full,
    });
  });

  it("may throw at once, or anything at all", async () => {
    const sink = {
      ...memorySink(),
      append(): Promise<void> {
        throw undefined;
      },
    };
    await expect(runRollouts(environment().env, { sink })).rejects.toBeInstanceOf(SinkError);
  });
});

describe("D24 whoever hands a sink over need not close it", () => {
  it("when the options are misuse", async () => {
    const [sink, another] = [memorySink(), memorySink()];
    await expect(runRollouts(environment().env, { k: 0, sink })).rejects.toBeInstanceOf(
      InvalidArgumentError,
    );
    expect(() => streamRollouts(environment().env, { k: 0, sink: another })).toThrow(
      InvalidArgumentError,
    );
    expect([sink.closeCount(), another.closeCount()]).toEqual([1, 1]);
  });

  it("when the agent cannot be built, and closing fails on top of that", async () => {
    const sink = memorySink({
      onClose: () => {
        throw new Error("no close");
      },
    });
    const agent = () => {
      throw new Error("no agent");
    };
    const env = defineEnvironment({ name: "sunk", tasks, agent, scorer: () => true });

    await expect(runRollouts(env, { sink })).rejects.toThrow("no agent");
    expect(sink.records).toEqual([]);
    expect(sink.closeCount()).toBe(1);
  });
});

it.each<[string, unknown, string]>([
  ["a path", "runs/x.jsonl", 'sink must be a ResultSink, got "runs/x.jsonl". Open one: await'],
  ["a promise", Promise.resolve(memorySink()), "sink must be a ResultSink, got a Promise"],
  ["nothing", null, "sink must be a ResultSink, got null"],
  ["a source that is none", { ...memorySink(), resumeFrom: {} }, "source must be a result"],
])("refuses %s as sink", async (_, sink, message) => {
  const options: object = { sink };
  await expect(runRollouts(environment().env, options)).rejects.toThrow(message);
});

it("refuses a sink of another version of the contract", async () => {
  const options: object = { sink: { ...memorySink(), specVersion: "v2" } };
  await expect(runRollouts(environment().env, options)).rejects.toBeInstanceOf(
    UnsupportedSpecVersionError,
  );
});
