import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runRollouts } from "@rollouts/runner";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  attemptsOf,
  expectSame,
  labelOf,
  observe,
  plain,
  type Situation,
  session,
  task,
} from "./result-session.test-helper.ts";

let folder: string;
let fileCount = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rollouts-cli-"));
});
afterAll(() => rm(folder, { recursive: true }));

const step = fc.record({
  k: fc.integer({ min: 1, max: 4 }),
  ids: fc.uniqueArray(fc.constantFrom("a", "b", "__proto__", ""), { minLength: 1 }),
  isEdited: fc.boolean(),
  expected: fc.constantFrom("0", "1"),
  scorerVersion: fc.constantFrom(1, 2),
  metricVersion: fc.constantFrom(undefined, 1, 2),
  concurrency: fc.integer({ min: 1, max: 3 }),
  order: fc.constantFrom("task-major" as const, "round-robin" as const),
  /** Attempts that end before the session is aborted. */
  abortAfter: fc.option(fc.integer({ min: 0, max: 6 }), { nil: Number.POSITIVE_INFINITY }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const inputOf = (id: string, { isEdited }: Step) => (isEdited && id === "a" ? "edited" : "q");

function toSituation(each: Step, signal?: AbortSignal): Situation {
  const { ids, expected, scorerVersion, metricVersion, k, concurrency, order } = each;
  return {
    tasks: ids.map((id) => task(id, inputOf(id, each), id === "b" ? expected : "0")),
    scorerVersion,
    metricVersion,
    options: { k, concurrency, order, signal },
  };
}

/** A session that is aborted after some attempts. */
async function abortableSession(path: string, each: Step, mode: "create" | "resume") {
  const controller = new AbortController();
  const situation = toSituation(each, controller.signal);
  let endedCount = 0;
  const onEvent = (event: { readonly type: string }) => {
    if (event.type === "attempt-end" && ++endedCount > each.abortAfter) controller.abort();
  };
  return await session(path, { ...situation, options: { ...situation.options, onEvent } }, mode);
}

/** A whole run that never was in a file. */
async function expectUndisturbed(
  { result }: Awaited<ReturnType<typeof session>>,
  each: Step,
): Promise<void> {
  const undisturbed = await runRollouts(observe(toSituation(each)).env, { k: each.k });
  const gridOf = (shown: object) => String(shown).split("\n").slice(1);
  expect(gridOf(result)).toEqual(gridOf(undisturbed));
  expect(plain(result.summary().metrics)).toEqual(plain(undisturbed.summary().metrics));
}

it("D19 D20 whatever is changed between sessions, and wherever they are aborted: no finished attempt runs twice, what was explained is done, and the end is that of one run", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), step, async (steps, last) => {
      const path = join(folder, `${++fileCount}.rollouts.jsonl`);
      const finished = new Set<string>();
      const all = [...steps, { ...last, abortAfter: Number.POSITIVE_INFINITY }];
      for (const [number, each] of all.entries()) {
        const ended = await abortableSession(path, each, number === 0 ? "create" : "resume");
        const questionOf = (taskId: string, label: string) => `${label} ${inputOf(taskId, each)}`;
        const asked = ended.calls.map(({ taskId, label }) => questionOf(taskId, label));
        expect(asked.filter((question) => finished.has(question))).toEqual([]);
        for (const attempt of attemptsOf(ended.result)) {
          if (attempt.stopReason !== "completed") continue;
          finished.add(questionOf(attempt.taskId, labelOf(attempt)));
        }
        await expectSame(path, ended.result);
        if (ended.result.status !== "finished") continue;
        if (ended.toRun !== null) {
          expect(ended.calls.map(({ label }) => label).sort()).toEqual([...ended.toRun].sort());
        }
        await expectUndisturbed(ended, each);
      }
    }),
    { numRuns: 40 },
  );
});
