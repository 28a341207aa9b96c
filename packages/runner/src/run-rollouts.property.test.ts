import { defineEnvironment, type StopReason } from "@rollouts/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runRollouts } from "./index.ts";
import { attemptsOf, createGauge, end, eventAgent, settleAll } from "./run.test-helper.ts";

/** What an attempt does, and how it then ends. */
const behaviours = {
  pass: "completed",
  fail: "completed",
  "cannot tell": "completed",
  "scorer throws": "completed",
  "throws at once": "error",
  "throws later": "error",
  "throws undefined": "error",
  "error event": "error",
  malformed: "error",
  "no end": "error",
  "no content": "truncated",
  truncated: "truncated",
  paused: "paused",
  "gives up": "cancelled",
} as const satisfies Record<string, StopReason>;
type Behaviour = keyof typeof behaviours;

const plans = fc
  .record({
    k: fc.integer({ min: 1, max: 6 }),
    taskCount: fc.integer({ min: 2, max: 6 }),
    concurrency: fc.integer({ min: 1, max: 12 }),
  })
  .chain((shape) =>
    fc.record({
      shape: fc.constant(shape),
      does: fc.array(fc.constantFrom(...(Object.keys(behaviours) as Behaviour[])), {
        minLength: shape.k * shape.taskCount,
        maxLength: shape.k * shape.taskCount,
      }),
      waits: fc.infiniteStream(fc.nat(3)).map((stream) => () => stream.next().value ?? 0),
    }),
  );

it("E1 E2 E4 gives every attempt, in order and in one of three states, within the slots", async () => {
  await fc.assert(
    fc.asyncProperty(plans, async ({ shape: { k, taskCount, concurrency }, does, waits }) => {
      const gauge = createGauge();
      const doesOf = (taskId: string, attemptIndex: number): Behaviour =>
        does[Number(taskId) * k + attemptIndex] ?? "pass";
      const agent = eventAgent(async function* (_, { taskId, attemptIndex }) {
        const what = doesOf(taskId, attemptIndex);
        gauge.enter();
        try {
          if (what === "throws at once") throw new TypeError(what);
          for (let wait = waits(); wait > 0; wait--) await settleAll();
          if (what === "throws later") throw new TypeError(what);
          if (what === "throws undefined") throw undefined;
          if (what === "gives up") throw new DOMException(what, "AbortError");
          if (what === "error event") yield { type: "error", error: what };
          if (what === "malformed") yield 5 as never;
          if (what === "no end") return;
          const status = what === "paused" || what === "truncated" ? what : "completed";
          yield what === "no content"
            ? { type: "end", status, text: null }
            : { ...end(what), status };
        } finally {
          gauge.leave();
        }
      });
      const env = defineEnvironment({
        name: "property",
        tasks: Array.from({ length: taskCount }, (_, i) => ({ id: String(i), input: "x" })),
        agent,
        scorer(run) {
          if (run.output === "scorer throws") throw new Error("scorer bug");
          return run.output === "cannot tell" ? null : run.output === "pass";
        },
      });

      const result = await runRollouts(env, { k, concurrency });

      const attempts = attemptsOf(result);
      expect(attempts.map(({ taskId, attemptIndex }) => [taskId, attemptIndex])).toEqual(
        Array.from({ length: taskCount * k }, (_, i) => [String(Math.floor(i / k)), i % k]),
      );
      expect(attempts.map(({ stopReason }) => stopReason)).toEqual(
        does.map((what) => behaviours[what]),
      );
      const isUnscored = (attempt: (typeof attempts)[number]) => attempt.unscored !== null;
      expect(attempts.every((attempt) => isUnscored(attempt) === (attempt.score === null))).toBe(
        true,
      );
      const count = (what: Behaviour) => does.filter((each) => each === what).length;
      const passed = attempts.filter(({ score }) => score?.passed === true).length;
      const failed = attempts.filter(({ score }) => score?.passed === false).length;
      expect([passed, failed]).toEqual([count("pass"), count("fail")]);
      expect(passed + failed + attempts.filter(isUnscored).length).toBe(k * taskCount);
      expect(result.summary()).toMatchObject({
        attemptCount: k * taskCount,
        scoredCount: passed + failed,
        passRate: passed + failed === 0 ? null : passed / (passed + failed),
      });
      expect(gauge.highest()).toBeLessThanOrEqual(Math.min(concurrency, k * taskCount));
      expect(result).toMatchObject({ status: "finished", stoppedEarly: null, abandonedCount: 0 });
    }),
    { numRuns: 60 },
  );
});
