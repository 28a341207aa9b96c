import { ProviderError, type Usage } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import type { Reservation } from "./budget.ts";
import { type BudgetOptions, readBudget } from "./budget-options.ts";
import { modelOf, reply, toRequest } from "./gate.test-helper.ts";
import { createLedger } from "./ledger.ts";
import { readProviderFailure } from "./provider-failure.ts";

const model = modelOf(async () => reply("ok"), { modelId: "m" });
const price = { inputPerMillionUsd: 2, cachedInputPerMillionUsd: 1, outputPerMillionUsd: 10 };

const asReported = (usage: Usage) => ({ usage, reported: usage });

function setUp(budget: BudgetOptions) {
  const warnings: string[] = [];
  const ledger = createLedger(readBudget(budget), (message) => warnings.push(message));
  const books = ledger.open(model);
  const reserve = (tokenCount = 10, costUsd = 0.001) =>
    books.reserve?.(() => ({ tokens: tokenCount, costUsd }), []) as Reservation;
  return { ledger, books, reserve, warnings };
}

describe("a guess", () => {
  it("is the prompt at four characters a token, before anything is known", () => {
    const { books } = setUp({ maxCostUsd: 1, prices: { m: price } });
    const guess = books.guess(toRequest("x".repeat(4000)));
    expect(guess.tokens).toBe(1000);
    expect(guess.costUsd).toBeCloseTo(0.002);
  });

  it("is then the prompt with the longest answer so far, or the largest call if that is more", () => {
    const { books, reserve } = setUp({ maxCostUsd: 1, prices: { m: price } });
    books.answered(asReported({ inputTokens: 100, outputTokens: 50 }), reserve());
    books.answered(asReported({ inputTokens: 10, outputTokens: 20 }), reserve());
    expect(books.guess(toRequest("x".repeat(40))).tokens).toBe(150);
    expect(books.guess(toRequest("x".repeat(4000))).tokens).toBe(1050);
    expect(books.guess(toRequest("x".repeat(4000))).costUsd).toBeCloseTo(0.0025);
  });

  it("counts text parts, tool arguments and no images", () => {
    const { books } = setUp({ maxTokens: 1 });
    const url = `data:image/png;base64,${"A".repeat(100_000)}`;
    const { signal } = new AbortController();
    const guess = books.guess({
      signal,
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "x".repeat(40) },
            { type: "image", url },
          ],
        },
        {
          role: "assistant",
          content: null,
          toolCalls: [{ id: "1", name: "t", rawArguments: "y".repeat(20) }],
        },
      ],
    });
    expect(guess).toEqual({ tokens: 15, costUsd: 0 });
  });
});

describe("what a call has cost", () => {
  const spentAfter = (
    usage: Usage,
    budget: BudgetOptions = { maxCostUsd: 0.0001, prices: { m: price } },
  ) => {
    const { books, reserve, ledger } = setUp(budget);
    books.answered(asReported(usage), reserve(0, 0));
    return String((ledger.ended?.reason as Error | undefined)?.message);
  };

  it("is by its price: input, cached input and output apart", () => {
    const usage = { inputTokens: 1000, cachedInputTokens: 400, outputTokens: 100 };
    expect(spentAfter(usage)).toContain("$0.0026 of $0.0001 used");
  });

  it("is what the provider says, if it says so", () => {
    expect(spentAfter({ inputTokens: 1000, outputTokens: 100, costUsd: 0.25 })).toContain(
      "$0.2500",
    );
  });

  it("ends the run when it cannot be told: no cap that is not kept", () => {
    expect(spentAfter({ inputTokens: 1, outputTokens: 1 }, { maxCostUsd: 5 })).toBe(
      'The budget of the run cannot be kept: the provider does not tell what a call of "m" cost, and the prices have no entry for this model id.',
    );
  });

  it("does not look for a price called like a member of every object", () => {
    const { books } = setUp({ maxCostUsd: 5, prices: {} });
    expect(books.guess(toRequest("constructor")).costUsd).toBe(0);
  });

  it("is a guess when usage is missing, and the run says so once", () => {
    const { books, reserve, ledger, warnings } = setUp({ maxTokens: 25 });
    const guessed = { usage: { inputTokens: 4, outputTokens: 6, totalTokens: 10 }, reported: {} };
    books.answered(guessed, reserve(10));
    books.answered(guessed, reserve(10));
    expect(warnings).toEqual([
      'The model "m" did not report the usage of a call, so the budget counts a guess by the length of prompt and answer.',
    ]);
    expect(ledger.ended?.aborted).toBe(false);
    expect(() => reserve(10)).toThrow("20 of 25 tokens used");
  });

  it("is a guess too when only the cost cannot be told from what is reported", () => {
    const { books, reserve, warnings } = setUp({ maxCostUsd: 1, prices: { m: price } });
    const usage = { inputTokens: 100, outputTokens: 200, totalTokens: 300 };
    books.answered({ usage, reported: { totalTokens: 300 } }, reserve());
    expect(warnings).toHaveLength(1);
    expect(books.guess(toRequest("")).costUsd).toBeCloseTo(0.0022);
  });
});

describe("a call that was not answered", () => {
  it.each<[string, number | undefined, number]>([
    ["is free when the provider refused it", 429, 0],
    ["is booked as it was guessed when work may have begun", undefined, 60],
  ])("%s", (_, status, booked) => {
    const { books, reserve } = setUp({ maxTokens: 100 });
    const error = new ProviderError({
      errorClass: "timeout",
      message: "no",
      provider: "p",
      status,
    });
    books.failed(readProviderFailure(error), reserve(60));
    expect(() => reserve(1000)).toThrow(`${booked} of 100 tokens used`);
  });
});

it("keeps no budget when there is none", () => {
  const ledger = createLedger(null, () => {});
  expect(ledger.ended).toBeUndefined();
  expect(ledger.open(model).reserve).toBeUndefined();
});
