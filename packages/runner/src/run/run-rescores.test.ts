import { type AttemptResult, type ResultSource, RolloutsError } from "@rollouts/core";
import { expect, it } from "vitest";
import { runRollouts } from "../index.ts";
import { vary } from "../resume/resume.test-helper.ts";
import { memorySink, namesOf } from "../sink/memory-sink.test-helper.ts";

const tasks = ["a", "b", "c", "d", "e"].map((id) => ({ id, input: id, expected: "0" }));
const whole = await runRollouts(vary({ tasks }).env, { k: 2 });
const damaged = new RolloutsError({ code: "result_format", message: "the line is damaged" });

/** What a source that fails when it is read for the second time, at one task, has open at any moment. */
function failingSource(failingId: string) {
  const reads = new Map<string, number>();
  let openCount = 0;
  const source: ResultSource = {
    specVersion: "v1",
    header: whole.header,
    tasks: () => whole.tasks(),
    async *attempts(taskId): AsyncGenerator<AttemptResult, void, undefined> {
      const count = (reads.get(taskId) ?? 0) + 1;
      reads.set(taskId, count);
      openCount += 1;
      try {
        for await (const attempt of whole.attempts(taskId)) {
          if (count > 1 && taskId === failingId && attempt.attemptIndex === 1) throw damaged;
          yield attempt;
        }
      } finally {
        openCount -= 1;
      }
    },
  };
  return { source, openCount: () => openCount };
}

it.each([1, 2, 4])(
  "what cannot be read ends scoring again, at concurrency %i: none starts, none is left at work",
  async (concurrency) => {
    const { source, openCount } = failingSource("b");
    const sink = memorySink({ resumeFrom: source });
    let atWork = 0;
    let openAtEnd: readonly number[] = [];
    const { env, judged, calls } = vary({ tasks, scorerVersion: "2" });
    const slow = {
      ...env.scorer,
      async score(...parts: Parameters<typeof env.scorer.score>) {
        atWork += 1;
        await new Promise((resolve) => setImmediate(resolve));
        atWork -= 1;
        return env.scorer.score(...parts);
      },
    };
    const run = runRollouts({ ...env, scorer: slow }, { concurrency, k: 3, sink }).finally(() => {
      openAtEnd = [atWork, openCount(), sink.closeCount()];
    });

    await expect(run).rejects.toBe(damaged);
    expect(openAtEnd).toEqual([0, 0, 1]);
    expect([...judged].sort()).toEqual(["a/0", "a/1", "b/0"]);
    expect(calls).toEqual([]);
    expect(namesOf(sink.records)).toEqual(["header", "rescore a/0", "rescore a/1", "rescore b/0"]);
  },
);
