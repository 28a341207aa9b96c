import {
  defineEnvironment,
  functionAgent,
  type RolloutResult,
  type ScoreContext,
  ScorerError,
  type Verdict,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { explainResume, runRollouts } from "../index.ts";
import type { RunRolloutsOptions } from "../options/options.ts";
import { labelOf, memorySink, namesOf } from "../sink/memory-sink.test-helper.ts";
import { cellsOf } from "./resume.test-helper.ts";

const usage = { inputTokens: 10, outputTokens: 10 };

interface Judges {
  /** What scorer and metric make of the error of their call. */
  readonly onError?: (thrown: unknown) => Verdict;
  readonly version?: string;
  readonly metricVersion?: string;
  /** A scorer that asks no model; the metric always does. */
  readonly score?: () => Verdict;
  readonly onAsk?: (name: string) => void;
}

const rethrow = (thrown: unknown): never => {
  throw thrown;
};

/** An agent that needs no model, with a judge and a metric that do. */
function judgedBy({
  onError = rethrow,
  onAsk,
  version = "1",
  metricVersion = "1",
  score,
}: Judges = {}) {
  const model = scriptedModel(() => ({ text: "ok", usage }));
  const asked: string[] = [];
  const ask = async (name: string, context: ScoreContext): Promise<Verdict> => {
    const { task, attemptIndex, signal, gate } = context;
    const asking = `${name} ${labelOf({ taskId: task.id, attemptIndex })}`;
    asked.push(asking);
    onAsk?.(asking);
    try {
      await gate(model).generate({ messages: [{ role: "user", content: "?" }], signal });
    } catch (thrown) {
      return onError(thrown);
    }
    return true;
  };
  const env = defineEnvironment({
    name: "judged",
    tasks: [{ id: "a", input: "a" }],
    agent: functionAgent({ identity: {}, run: () => "x" }),
    scorer: {
      version,
      async score(_run, _expected, context) {
        if (score === undefined) return ask("score", context);
        asked.push(`score ${labelOf({ ...context, taskId: context.task.id })}`);
        return score();
      },
    },
    metrics: {
      style: { version: metricVersion, score: (_run, _, context) => ask("style", context) },
    },
  });
  return { env, asked };
}

async function goOn(stored: Awaited<ReturnType<typeof runRollouts>>, judges: Judges = {}) {
  const { env, asked } = judgedBy(judges);
  return {
    asked,
    explained: await explainResume(env, stored, { k: options.k }),
    async run(more: RunRolloutsOptions<string> = {}) {
      const sink = memorySink({ resumeFrom: stored });
      const result = await runRollouts(env, { ...options, ...more, sink });
      return { result, records: namesOf(sink.records) };
    },
  };
}

const options = { k: 2, concurrency: 1 } as const;

describe("D22 a scorer that the budget refused a call", () => {
  it.each<[string, (thrown: unknown) => Verdict]>([
    ["throws on what it got", rethrow],
    ["puts it in words of its own", (cause) => rethrow(new Error("no luck", { cause }))],
    ["keeps the cause to itself", () => rethrow(new Error("no luck"))],
    ["has asked several", (thrown) => rethrow(new AggregateError([thrown]))],
    [
      "is a judge that says so",
      (cause) =>
        rethrow(
          new ScorerError({ scorer: "judge", message: "no", cause: new Error("x", { cause }) }),
        ),
    ],
    ["takes it for a fail", () => false],
    ["takes it for a pass", () => true],
    ["says that it cannot tell", () => null],
  ])("that %s: cancelled, and asked when the run goes on", async (_, onError) => {
    const { env } = judgedBy({ onError });
    const stored = await runRollouts(env, { ...options, budget: { maxTokens: 50 } });
    expect(stored.stoppedEarly).toBe("budget");
    expect(cellsOf(stored)).toEqual({ "a/0": "pass", "a/1": "cancelled" });
    expect(stored.taskResults[0]?.attempts[1]).toMatchObject({
      stopReason: "completed",
      metrics: { style: { score: null, unscored: { cause: "cancelled" } } },
    });

    const rest = await goOn(stored);
    expect(rest.explained).toMatchObject({
      runCount: 0,
      rescoreCount: 1,
      steps: [{ taskId: "a", action: "rescore", reason: "cancelled", attemptIndexes: [1] }],
    });
    const { result, records } = await rest.run();
    expect(rest.asked).toEqual(["score a/1", "style a/1"]);
    expect(records).toEqual(["header", "rescore a/1", "end finished"]);
    expect(cellsOf(result)).toEqual({ "a/0": "pass", "a/1": "pass" });
    expect(result.taskResults[0]?.attempts[1]?.metrics).toMatchObject({
      style: { score: { passed: true } },
    });
  });

  it("excuses no other: what went wrong by itself is an error", async () => {
    const { env } = judgedBy({ score: broken });
    const stored = await runRollouts(env, { ...options, budget: { maxTokens: 25 } });
    expect(cellsOf(stored)).toEqual({ "a/0": "scorer-error", "a/1": "scorer-error" });
    expect(stylesOf(stored)).toEqual(["pass", "cancelled"]);
  });

  it("leaves what is scored again as it was when that is refused too", async () => {
    const stored = await runRollouts(judgedBy().env, options);
    const again = await goOn(stored, { version: "2" });
    const { result, records } = await again.run({ budget: { maxTokens: 50 } });
    expect(records).toEqual(["header", "rescore a/0", "end budget"]);
    expect(cellsOf(result)).toEqual({ "a/0": "pass", "a/1": "not-judged" });
  });

  it("keeps the score when only a metric was refused, and asks that metric", async () => {
    const stored = await runRollouts(judgedBy({ score: () => true }).env, {
      ...options,
      budget: { maxTokens: 25 },
    });
    expect(cellsOf(stored)).toEqual({ "a/0": "pass", "a/1": "pass" });
    expect(stored.summary().metrics.style).toMatchObject({ scoredCount: 1, missingCount: 1 });

    const rest = await goOn(stored, { score: () => true });
    expect(rest.explained).toMatchObject({
      keptCount: 1,
      steps: [{ action: "rescore", reason: "cancelled", attemptIndexes: [1] }],
    });
    const { result, records } = await rest.run();
    expect(records).toEqual(["header", "rescore a/1", "end finished"]);
    expect(rest.asked).toEqual(["style a/1"]);
    expect(cellsOf(result)).toEqual({ "a/0": "pass", "a/1": "pass" });
    expect(result.summary().metrics.style).toMatchObject({ scoredCount: 2, missingCount: 0 });
  });

  it.each([
    { cause: "cannot-tell", retryStored: "unscored", score: () => null },
    { cause: "scorer-error", retryStored: "errors", score: broken },
  ] as const)("asks the metric alone after a scorer's $cause: it has spoken", async (row) => {
    const { cause, retryStored, score } = row;
    const stored = await runRollouts(judgedBy({ score }).env, {
      ...options,
      budget: { maxTokens: 25 },
    });
    expect(cellsOf(stored)).toEqual({ "a/0": cause, "a/1": cause });

    const rest = await goOn(stored, { score: () => true });
    const { result } = await rest.run();
    expect(rest.asked).toEqual(["style a/1"]);
    expect(cellsOf(result)).toEqual({ "a/0": cause, "a/1": cause });
    expect(stylesOf(result)).toEqual(["pass", "pass"]);

    const again = await goOn(stored, { score: () => true });
    await again.run({ retryStored });
    expect(again.asked).toEqual(["score a/0", "score a/1", "style a/1"]);

    const remeasured = await goOn(stored, { score: () => true, metricVersion: "2" });
    await remeasured.run();
    expect(remeasured.asked).toEqual(["style a/0", "style a/1"]);

    const both = await goOn(stored, { score: () => true, metricVersion: "2" });
    await both.run({ retryStored });
    expect(both.asked).toEqual(["score a/0", "style a/0", "score a/1", "style a/1"]);
  });

  it("keeps what it got before that, so that every session comes nearer to the end", async () => {
    const one = { k: 1, concurrency: 1 };
    const stored = await runRollouts(judgedBy().env, { ...one, budget: { maxTokens: 15 } });
    expect([cellsOf(stored), stylesOf(stored)]).toEqual([{ "a/0": "pass" }, ["cancelled"]]);

    const first = await goOn(stored, { version: "2", metricVersion: "2" });
    const half = await first.run({ ...one, budget: { maxTokens: 15 } });
    expect(first.asked).toEqual(["score a/0", "style a/0"]);
    expect(half.records).toEqual(["header", "rescore a/0", "end budget"]);
    expect(cellsOf(half.result)).toEqual({ "a/0": "pass" });
    expect(stylesOf(half.result)).toEqual(["cancelled"]);

    const second = await goOn(half.result, { version: "2", metricVersion: "2" });
    const whole = await second.run({ ...one, budget: { maxTokens: 25 } });
    expect(second.asked).toEqual(["style a/0"]);
    expect(whole.records).toEqual(["header", "rescore a/0", "end finished"]);
    expect(stylesOf(whole.result)).toEqual(["pass"]);
    expect(whole.result.summary().usage.scorer).toEqual({ inputTokens: 30, outputTokens: 30 });
  });

  it("keeps a score that still holds when the new metric is refused", async () => {
    const stored = await runRollouts(judgedBy({ score: () => true }).env, options);
    const again = await goOn(stored, { score: () => true, metricVersion: "2" });
    const { result, records } = await again.run({ budget: { maxTokens: 25 } });
    expect(again.asked).toEqual(["style a/0", "style a/1"]);
    expect(records).toEqual(["header", "rescore a/0", "rescore a/1", "end budget"]);
    expect(cellsOf(result)).toEqual({ "a/0": "pass", "a/1": "pass" });
    expect(stylesOf(result)).toEqual(["pass", "cancelled"]);
  });

  it.each([
    ["style a/0", ["score a/0", "style a/0"], ["rescore a/0"], ["pass", "cancelled"]],
    ["score a/0", ["score a/0"], [], ["not-judged", "not-judged"]],
  ])("keeps as much when an abort cuts %s off, and asks no more", async (...row) => {
    const [last, asked, rescores, verdicts] = row;
    const stored = await runRollouts(judgedBy().env, { k: 1 });
    const controller = new AbortController();
    const onAsk = (name: string) => {
      if (name === last) controller.abort();
    };
    const again = await goOn(stored, { version: "2", onAsk });
    const { result, records } = await again.run({ k: 1, signal: controller.signal });
    expect(again.asked).toEqual(asked);
    expect(records).toEqual(["header", ...rescores, "end aborted"]);
    expect([cellsOf(result)["a/0"], ...stylesOf(result)]).toEqual(verdicts);
  });
});

function broken(): never {
  throw new Error("bug");
}

/** What the metric said of each attempt: its verdict, or why there is none. */
function stylesOf({ taskResults }: RolloutResult): (string | undefined)[] {
  return taskResults.flatMap(({ attempts }) =>
    attempts.map(({ metrics: { style } }) =>
      style?.score?.passed ? "pass" : style?.unscored?.cause,
    ),
  );
}
