import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runPool } from "../schedule/pool.ts";
import { createSchedule } from "../schedule/schedule.ts";
import {
  attemptTime,
  createFakeClock,
  createTestGate,
  type FakeClock,
  failure,
  guard,
  modelOf,
  reply,
  toRequest,
} from "./gate.test-helper.ts";
import type { LimitsOptions } from "./limits.ts";

interface Setup {
  /** Whether the server takes one more call at this time, in milliseconds from the start. */
  readonly takes: (ms: number) => boolean;
  readonly seed?: number;
  readonly taskCount: number;
  readonly k: number;
  readonly concurrency: number;
  readonly timeoutMs?: number;
  readonly limits?: LimitsOptions;
}

/** Numbers that look like chance, the same for each seed. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Runs attempts of one call each, on a clock of our own, against a server that says only "429". */
async function run({ takes, seed = 7, timeoutMs = 60_000, limits = {}, ...plan }: Setup) {
  const random = chance(seed);
  const clock = createFakeClock(random);
  const startedAt = clock.now();
  const gate = createTestGate({ clock, limits });
  const at: number[] = [];
  const model = modelOf(
    () =>
      new Promise((resolve, reject) => {
        at.push(clock.now() - startedAt);
        const isTaken = takes(clock.now() - startedAt);
        const settle = () => (isTaken ? resolve(reply("ok")) : reject(failure("rate-limit")));
        clock.setTimer(settle, (isTaken ? 50 : 10) + random() * 50);
      }),
  );
  const tasks = Array.from({ length: plan.taskCount }, (_, index) => ({
    id: `t${index}`,
    input: "x",
    metadata: {},
  }));
  const schedule = createSchedule({
    ...plan,
    tasks,
    order: "task-major",
    owed: null,
    errorStorm: true,
    isStopped: () => false,
    hold: { over: () => undefined, release: () => {} },
  });
  const counts = { answered: 0, failed: 0 };
  let endedAt: number | undefined;
  void runPool({
    concurrency: plan.concurrency,
    next: schedule.next,
    giveTurn: () => undefined,
    async work(planned) {
      const own = gate.admit(attemptTime(clock, timeoutMs));
      let error: string | null = null;
      await guard(own, model, "agent")
        .generate(toRequest())
        .catch((thrown: unknown) => {
          error = String(thrown);
        });
      counts[error === null ? "answered" : "failed"] += 1;
      schedule.record(planned, { errorKind: error, isFatal: false, error });
    },
  }).then(() => {
    endedAt = clock.now() - startedAt;
  });
  await advanceUntil(clock, () => endedAt !== undefined);
  return { ...counts, at, endedAt: endedAt ?? Number.NaN, storm: schedule.storm() };
}

async function advanceUntil(clock: FakeClock, isOver: () => boolean): Promise<void> {
  for (let second = 0; second < 600 && !isOver(); second++) await clock.advance(1000);
}

/** So many calls a second, and as many at once after a pause. */
function rateOf(perSecond: number): (ms: number) => boolean {
  let level = perSecond;
  let filledAt = 0;
  return (ms) => {
    level = Math.min(perSecond, level + ((ms - filledAt) / 1000) * perSecond);
    filledAt = ms;
    if (level < 1) return false;
    level -= 1;
    return true;
  };
}

/** So many calls in each minute, which may all come at its start. */
function minutesOf(perMinute: number): (ms: number) => boolean {
  const counts = new Map<number, number>();
  return (ms) => {
    const minute = Math.floor(ms / 60_000);
    const count = (counts.get(minute) ?? 0) + 1;
    if (count <= perMinute) counts.set(minute, count);
    return count <= perMinute;
  };
}

describe("a provider that says 429, and not how long to wait", () => {
  it("loses no attempt of 32 workers to a hidden limit of 10 requests a second", async () => {
    const shape = { taskCount: 25, k: 4, concurrency: 32 };
    const result = await run({ takes: rateOf(10), ...shape });
    expect(result).toMatchObject({ answered: 100, failed: 0, storm: null });
    expect(result.endedAt).toBeLessThan(25_000);
    expect(result.at.length).toBeLessThan(250);
  });

  it("property: loses none, whatever the limit and the chance", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 3, max: 40 }),
        fc.integer({ min: 4, max: 48 }),
        fc.integer({ min: 1, max: 1e6 }),
        async (perSecond, concurrency, seed) => {
          const shape = { taskCount: 25, k: 4, concurrency };
          const result = await run({ takes: rateOf(perSecond), seed, ...shape });
          expect(result).toMatchObject({ answered: 100, failed: 0 });
        },
      ),
      { numRuns: 20, seed: 5 },
    );
  });

  it.each([1, 2, 8])("loses none of %d workers to 40 requests in each minute", async (workers) => {
    const shape = { taskCount: 25, k: 4, concurrency: workers, timeoutMs: 120_000 };
    const result = await run({ takes: minutesOf(40), ...shape });
    expect(result).toMatchObject({ answered: 100, failed: 0 });
    expect(result.at.length).toBeLessThan(180);
  });

  it("costs a run that it turns away wholly for 6 seconds no more than those in flight", async () => {
    const shape = { taskCount: 8, k: 4, concurrency: 4 };
    const result = await run({ takes: (ms) => ms >= 6000, ...shape });
    expect(result.storm).toBeNull();
    expect(result.failed).toBeLessThanOrEqual(4);
    expect(result.answered + result.failed).toBe(32);
  });

  it("that answers nothing gets three tries of a call, and then it is a storm", async () => {
    const result = await run({ takes: () => false, taskCount: 8, k: 4, concurrency: 4 });
    // Those of the window, three that had begun by then, and three probes.
    expect(result).toMatchObject({ answered: 0, failed: 10, storm: { count: 10 } });
    expect(result.at).toHaveLength(30);
  });

  it("is asked no second time where modelTries is 1", async () => {
    const shape = { taskCount: 25, k: 4, concurrency: 8 };
    const result = await run({ takes: rateOf(10), limits: { modelTries: 1 }, ...shape });
    expect(result.failed).toBeGreaterThan(0);
    expect(result.at).toHaveLength(100);
  });

  it("is bounded by the time of the attempt", async () => {
    const shape = { taskCount: 25, k: 4, concurrency: 32, timeoutMs: 1500 };
    const result = await run({ takes: rateOf(3), ...shape });
    expect(result.answered + result.failed).toBe(100);
    expect(result.failed).toBeGreaterThan(0);
  });
});
