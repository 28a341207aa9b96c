import {
  type AttemptContext,
  defineEnvironment,
  functionAgent,
  type Model,
  type RolloutResult,
  type ScoreContext,
  type Usage,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it, vi } from "vitest";
import { type RunRolloutsOptions, runRollouts } from "../index.ts";
import { attemptsOf } from "../run.test-helper.ts";

/** 30 tokens, and $0.04 by this price. */
const usage = { inputTokens: 20, outputTokens: 10 };
const price = { inputPerMillionUsd: 1000, outputPerMillionUsd: 2000 };
const prices = { scripted: price };

interface Parts {
  readonly model?: Model;
  readonly scorer?: (context: ScoreContext) => Promise<boolean>;
}

/** Runs an agent that reports this usage. */
function run(
  report: (context: AttemptContext) => Usage | undefined | Promise<Usage | undefined>,
  { model, scorer = async () => true, ...options }: Parts & RunRolloutsOptions,
): Promise<RolloutResult> {
  const env = defineEnvironment({
    name: "reports",
    tasks: [{ input: "x" }],
    agent: functionAgent({
      ...(model && { model }),
      run: async (_, context) => ({ text: "x", usage: await report(context) }),
    }),
    scorer: (_run, _expected, context) => scorer(context),
  });
  return runRollouts(env, { k: 8, concurrency: 1, ...options });
}

async function ask({ signal }: Pick<AttemptContext, "signal">, model: Model): Promise<Usage> {
  const messages = [{ role: "user", content: "x" }] as const;
  return (await model.generate({ messages, signal })).usage ?? {};
}

const askOwn = (context: AttemptContext) => ask(context, context.model);

describe("a budget, of an agent with a client of its own,", () => {
  it.each([
    ["dollars", { costUsd: 0.25 }, { maxCostUsd: 0.6 }, "$0.7500 of $0.6 used"],
    ["tokens", { totalTokens: 100 }, { maxTokens: 250 }, "300 of 250 tokens used"],
    ["tokens with one price", usage, { maxCostUsd: 0.1, prices }, "$0.1200 of $0.1 used"],
  ])("counts the %s that attempts report, and ends the run", async (_, reported, budget, used) => {
    const result = await run(() => reported, { budget });

    expect(attemptsOf(result).map(({ stopReason }) => stopReason)).toEqual(
      Array(3).fill("completed"),
    );
    expect(result.stoppedEarly).toBe("budget");
    expect(result.warnings).toEqual([`The budget of the run is spent: ${used}.`]);
  });

  it("pays for the attempts in flight", async () => {
    const result = await run(() => ({ costUsd: 1 }), { concurrency: 4, budget: { maxCostUsd: 1 } });

    expect(attemptsOf(result).map(({ score }) => score?.passed)).toEqual(Array(4).fill(true));
    expect(result.stoppedEarly).toBe("budget");
  });

  it("counts every try", async () => {
    let tryCount = 0;
    const env = defineEnvironment({
      name: "tries",
      tasks: [{ input: "x" }],
      agent: {
        specVersion: "v1" as const,
        identity: () => "tries",
        async *run() {
          tryCount += 1;
          yield { type: "usage" as const, usage: { totalTokens: 10 } };
          if (tryCount % 2 === 1) throw new Error("once more");
          yield { type: "end" as const, status: "completed" as const, text: "x" };
        },
      },
      scorer: () => true,
    });
    const budget = { maxTokens: 40 };
    const random = vi.spyOn(Math, "random").mockReturnValue(0); // no wait before another try
    const result = await runRollouts(env, { k: 8, concurrency: 1, retries: 1, budget });
    random.mockRestore();

    expect(attemptsOf(result)).toHaveLength(2);
    expect(result.stoppedEarly).toBe("budget");
  });

  it.each([
    ["without a price", {}],
    ["with several", { a: price, b: price }],
  ])("says once that it cannot count dollars %s", async (_, given) => {
    const result = await run(() => usage, { budget: { maxCostUsd: 0.1, prices: given } });

    expect(result.status).toBe("finished");
    expect(result.warnings).toEqual([
      "An attempt reports 30 tokens of calls that passed no gate, and nothing tells what they cost, so maxCostUsd does not count such calls. Report usage.costUsd, or give budget.prices one entry.",
    ]);
  });

  it("says that it is blind where nothing is reported", async () => {
    const result = await run(() => undefined, { budget: { maxTokens: 1 } });

    expect(result.warnings).toEqual([expect.stringContaining("The budget saw no model call")]);
  });
});

describe("a budget, of an agent whose calls it sees,", () => {
  const seen = (reply: Usage) => scriptedModel(() => ({ text: "ok", usage: reply }));

  it.each([
    ["by a price", usage],
    ["by what the provider tells", { ...usage, costUsd: 0.04 }],
  ])("counts no cost twice that is known %s", async (_, reply) => {
    const model = seen(reply);
    const result = await run(askOwn, { model, budget: { maxCostUsd: 0.21, prices } });

    expect(model.calls).toHaveLength(5);
    expect(result.stoppedEarly).toBe("budget");
  });

  it("counts no tokens twice, nor those of a judge", async () => {
    const model = seen(usage);
    const scorer = async (context: ScoreContext) => !!(await ask(context, context.gate(model)));
    const result = await run(askOwn, { model, scorer, budget: { maxTokens: 180 } });

    expect(model.calls).toHaveLength(6);
    expect(attemptsOf(result)).toHaveLength(3);
  });

  it("counts what an attempt reports beyond them", async () => {
    const model = seen(usage);
    const report = async (context: AttemptContext) => {
      const { inputTokens = 0, outputTokens } = await askOwn(context);
      return { inputTokens: inputTokens + 70, outputTokens };
    };
    const result = await run(report, { model, budget: { maxTokens: 250 } });

    expect(attemptsOf(result)).toHaveLength(3);
    expect(result.stoppedEarly).toBe("budget");
  });
});

describe("a price of the budget", () => {
  const scorer = (model: Model) => async (context: ScoreContext) =>
    !!(await ask(context, context.gate(model)));

  it("is told as the cost of a call whose provider tells tokens only", async () => {
    const model = scriptedModel(() => ({ text: "ok", usage }));
    const options = { model, scorer: scorer(model), k: 2, budget: { maxCostUsd: 9, prices } };
    const result = await run(askOwn, options);

    expect(attemptsOf(result)).toMatchObject(
      Array(2).fill({ run: { usage: { costUsd: 0.04 } }, scorerUsage: { costUsd: 0.04 } }),
    );
    expect(result.summary().usage).toMatchObject({
      agent: { costUsd: 0.08 },
      scorer: { costUsd: 0.08 },
    });
  });

  it("leaves alone what the provider says, and what is not known", async () => {
    const told = { ...usage, costUsd: 7 };
    const halfKnown = { outputTokens: 10 };
    for (const reply of [told, halfKnown]) {
      const model = scriptedModel(() => ({ text: "ok", usage: reply }));
      const result = await run(askOwn, { model, k: 1, budget: { maxCostUsd: 9, prices } });
      expect(attemptsOf(result)[0]?.run?.usage).toEqual(reply);
    }
  });

  it("also of what attempts share", async () => {
    const first = { message: { role: "assistant", content: "ok" }, finishReason: "stop" } as const;
    const model: Model = {
      ...scriptedModel(() => "alone"),
      generate: async () => ({ ...first, usage }),
      sampleMany: async (_request, count) => [{ ...first, usage }, ...Array(count - 1).fill(first)],
    };
    const options = { model, k: 3, concurrency: 3, budget: { maxTokens: 1000, prices } };
    const result = await run(askOwn, options);

    const costs = attemptsOf(result).flatMap((attempt) => attempt.run?.usage?.costUsd ?? []);
    expect(new Set(costs)).toEqual(new Set([0.04]));
  });
});
