import {
  defineEnvironment,
  functionAgent,
  type ScoreContext,
  ScorerError,
  type Verdict,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { explainResume, runRollouts } from "../index.ts";
import type { RunRolloutsOptions } from "../options.ts";
import { labelOf, memorySink, namesOf } from "../sink/memory-sink.test-helper.ts";
import { cellsOf } from "./resume.test-helper.ts";

const usage = { inputTokens: 10, outputTokens: 10 };

interface Judges {
  /** What a scorer makes of the error of its call. */
  readonly wrap?: (thrown: unknown) => unknown;
  readonly version?: string;
  /** Whether the scorer asks a model; the metric always does. */
  readonly asks?: boolean;
}

/** An agent that needs no model, with a judge and a metric that do. */
function judgedBy({ wrap = (thrown) => thrown, version = "1", asks = true }: Judges = {}) {
  const model = scriptedModel(() => ({ text: "ok", usage }));
  const asked: string[] = [];
  const ask = async (name: string, context: ScoreContext): Promise<Verdict> => {
    const { task, attemptIndex, signal, gate } = context;
    asked.push(`${name} ${labelOf({ taskId: task.id, attemptIndex })}`);
    try {
      await gate(model).generate({ messages: [{ role: "user", content: "?" }], signal });
    } catch (thrown) {
      throw wrap(thrown);
    }
    return true;
  };
  const env = defineEnvironment({
    name: "judged",
    tasks: [{ id: "a", input: "a" }],
    agent: functionAgent({ identity: {}, run: () => "x" }),
    scorer: {
      version,
      score: (_run, _expected, context) => (asks ? ask("score", context) : true),
    },
    metrics: { style: { version: "1", score: (_run, _, context) => ask("style", context) } },
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
  it.each<[string, (thrown: unknown) => unknown]>([
    ["throws on what it got", (thrown) => thrown],
    ["puts it in words of its own", (cause) => new Error("no luck", { cause })],
    [
      "is a judge that says so",
      (cause) =>
        new ScorerError({ scorer: "judge", message: "no", cause: new Error("x", { cause }) }),
    ],
  ])("that %s: cancelled, and asked when the run goes on", async (_, wrap) => {
    const { env } = judgedBy({ wrap });
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

  it("is no error for what went wrong by itself", async () => {
    const { env } = judgedBy({ wrap: () => new Error("bug") });
    const stored = await runRollouts(env, { ...options, budget: { maxTokens: 50 } });
    expect(cellsOf(stored)).toEqual({ "a/0": "pass", "a/1": "scorer-error" });
  });

  it("leaves what is scored again as it was when that is refused too", async () => {
    const stored = await runRollouts(judgedBy().env, options);
    const again = await goOn(stored, { version: "2" });
    const { result, records } = await again.run({ budget: { maxTokens: 50 } });
    expect(records).toEqual(["header", "rescore a/0", "end budget"]);
    expect(cellsOf(result)).toEqual({ "a/0": "pass", "a/1": "not-judged" });
  });

  it("keeps the score when only a metric was refused, and asks that metric", async () => {
    const stored = await runRollouts(judgedBy({ asks: false }).env, {
      ...options,
      budget: { maxTokens: 25 },
    });
    expect(cellsOf(stored)).toEqual({ "a/0": "pass", "a/1": "pass" });
    expect(stored.summary().metrics.style).toMatchObject({ scoredCount: 1, missingCount: 1 });

    const rest = await goOn(stored, { asks: false });
    expect(rest.explained).toMatchObject({
      keptCount: 1,
      steps: [{ action: "rescore", reason: "cancelled", attemptIndexes: [1] }],
    });
    const { result, records } = await rest.run();
    expect(records).toEqual(["header", "rescore a/1", "end finished"]);
    expect(rest.asked.at(-1)).toBe("style a/1");
    expect(cellsOf(result)).toEqual({ "a/0": "pass", "a/1": "pass" });
    expect(result.summary().metrics.style).toMatchObject({ scoredCount: 2, missingCount: 0 });
  });

  it("does so too when only a metric is refused: no half of a verdict takes its place", async () => {
    const stored = await runRollouts(judgedBy({ asks: false }).env, options);
    const again = await goOn(stored, { version: "2", asks: false });
    const { result, records } = await again.run({ budget: { maxTokens: 25 } });
    expect(records).toEqual(["header", "rescore a/0", "end budget"]);
    expect(cellsOf(result)).toEqual({ "a/0": "pass", "a/1": "not-judged" });
  });
});
