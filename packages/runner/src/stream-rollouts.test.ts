import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import {
  type Agent,
  type AttemptResult,
  defineEnvironment,
  functionAgent,
  InvalidArgumentError,
} from "@rollouts/core";
import { describe, expect, it, vi } from "vitest";
import { runRollouts, streamRollouts } from "./index.ts";
import { deferred, never } from "./run.test-helper.ts";

const tasks = [
  { id: "a", input: "1", expected: "1" },
  { id: "b", input: "2", expected: "x" },
];
const scorer = (run: { output: string }, expected: string) => run.output === expected;
const echo = functionAgent({ run: (input) => String(input) });

function environment(agent: Agent | (() => Agent) = echo) {
  return defineEnvironment({ name: "stream", tasks, agent, scorer });
}

const labelOf = ({ taskId, attemptIndex }: AttemptResult) => `${taskId}/${attemptIndex}`;

describe("streamRollouts", () => {
  it("yields every attempt once, equal to those of runRollouts", async () => {
    const timeless = ({ durationMs: _, tries: __, ...attempt }: AttemptResult) => attempt;
    const streamed: AttemptResult[] = [];
    for await (const attempt of streamRollouts(environment(), { k: 5, seed: 3 })) {
      streamed.push(attempt);
    }
    const result = await runRollouts(environment(), { k: 5, seed: 3 });
    const ran = result.taskResults.flatMap(({ attempts }) => attempts);

    expect(streamed.sort((x, y) => labelOf(x).localeCompare(labelOf(y))).map(timeless)).toEqual(
      ran.map(timeless),
    );
  });

  it("E19 yields in the order in which attempts end, while others still run", async () => {
    const answers = [deferred<string>(), deferred<string>(), deferred<string>()];
    const agent = functionAgent({
      run: (_, { attemptIndex }) => answers[attemptIndex]?.promise ?? "1",
    });
    const labels: string[] = [];
    const env = defineEnvironment({ name: "order", tasks: tasks.slice(0, 1), agent, scorer });
    answers[1]?.resolve("1");
    for await (const attempt of streamRollouts(env, { k: 3, concurrency: 3 })) {
      answers[labels.push(labelOf(attempt)) === 1 ? 2 : 0]?.resolve("1");
    }

    expect(labels).toEqual(["a/1", "a/2", "a/0"]);
  });

  it("tells its header before the first attempt, and how it ended", async () => {
    const stream = streamRollouts(environment(), { k: 2 });
    const header = await stream.header;
    for await (const _ of stream);

    expect(header).toMatchObject({ env: "stream", k: 2, end: null });
    expect(header.envFingerprint).toMatch(/^envfp1:[0-9a-f]{64}$/);
    expect(await stream.ended).toMatchObject({ status: "finished", stoppedEarly: null });
  });

  it("goes no faster than it is read", async () => {
    let startCount = 0;
    const agent = functionAgent({
      run() {
        startCount += 1;
        return "1";
      },
    });
    const stream = streamRollouts(environment(agent), { k: 5_000, concurrency: 4 });
    await stream.header;
    for (let turn = 0; turn < 200; turn++) await setImmediate();
    const startedUnread = startCount;
    let readCount = 0;
    for await (const _ of stream) readCount += 1;

    expect(startedUnread).toBeLessThanOrEqual(8); // what is in flight, and what waits to be taken
    expect(readCount).toBe(10_000);
  });

  it("is aborted by leaving the loop, and lets go of the caller's signal", async () => {
    const { signal } = new AbortController();
    const stream = streamRollouts(environment(), { k: 5_000, signal });
    for await (const _ of stream) break;

    expect(await stream.ended).toMatchObject({ status: "stopped", stoppedEarly: "aborted" });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it.each([
    [1, { completed: 1, cancelled: 1 }],
    [8, { completed: 2, cancelled: 4 }],
  ])("ends with what there is on an abort, at concurrency %i", async (concurrency, expected) => {
    const controller = new AbortController();
    const agent = functionAgent({
      run: (_, { attemptIndex }) => (attemptIndex === 0 ? "1" : never<string>()),
    });
    const options = { k: 3, concurrency, graceMs: 0, signal: controller.signal };
    const counts: Record<string, number> = {};
    const stream = streamRollouts(environment(agent), options);
    for await (const { stopReason } of stream) {
      counts[stopReason] = (counts[stopReason] ?? 0) + 1;
      controller.abort();
    }

    expect(counts).toEqual(expected);
    expect(await stream.ended).toMatchObject({ stoppedEarly: "aborted" });
  });

  it("refuses misuse at once, before the agent is built", () => {
    const factory = vi.fn(() => echo);

    expect(() => streamRollouts(environment(factory), { k: 0 })).toThrow(InvalidArgumentError);
    expect(factory).not.toHaveBeenCalled();
  });

  const withoutAgent = () =>
    environment(() => {
      throw new Error("no agent");
    });

  it("brings nothing down when it fails and nobody iterates", async () => {
    const stream = streamRollouts(withoutAgent());

    await expect(stream.header).rejects.toThrow("no agent");
    await setImmediate(); // an error event that nobody hears would be thrown by now
  });

  it("rejects everywhere when the agent cannot be built", async () => {
    const stream = streamRollouts(withoutAgent());
    const iterate = async () => {
      for await (const _ of stream);
    };

    await expect(iterate()).rejects.toThrow("no agent");
    await expect(stream.header).rejects.toThrow("no agent");
    await expect(stream.ended).rejects.toThrow("no agent");
  });
});
