import { getEventListeners } from "node:events";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settleAll } from "../run.test-helper.ts";
import { createBudget, type Reservation } from "./budget.ts";

const { POSITIVE_INFINITY: endless } = Number;
const tokens = (count: number) => ({ tokens: count, costUsd: 0 });
const dollars = (costUsd: number) => ({ tokens: 0, costUsd });

function budgetOf(maxTokens: number, maxCostUsd = endless) {
  return createBudget({ maxTokens, maxCostUsd, prices: new Map() });
}

describe("a budget", () => {
  it("sets aside what fits, up to the last token", () => {
    const budget = budgetOf(100);
    expect(budget.reserve(() => tokens(60), [])).toHaveProperty("settle");
    expect(budget.reserve(() => tokens(40), [])).toHaveProperty("settle");
    expect(budget.ended.aborted).toBe(false);
  });

  it("lets a call wait that only others in flight keep from fitting", async () => {
    const budget = budgetOf(100);
    const first = budget.reserve(() => tokens(60), []) as Reservation;
    const second = budget.reserve(() => tokens(60), []);
    expect(second).toBeInstanceOf(Promise);
    first.settle(tokens(10));
    expect(await second).toMatchObject({ amount: tokens(60) });
  });

  it("lets those that wait start in order", async () => {
    const budget = budgetOf(100);
    const first = budget.reserve(() => tokens(100), []) as Reservation;
    const order: string[] = [];
    void (budget.reserve(() => tokens(90), []) as Promise<Reservation>).then((taken) => {
      order.push("large");
      taken.settle(tokens(1));
    });
    void (budget.reserve(() => tokens(5), []) as Promise<Reservation>).then(() =>
      order.push("small"),
    );
    first.settle(tokens(4));
    await settleAll();
    expect(order).toEqual(["large", "small"]);
  });

  it("is spent when it is used up, and then turns away what waits", async () => {
    const budget = budgetOf(100);
    const first = budget.reserve(() => tokens(50), []) as Reservation;
    const second = budget.reserve(() => tokens(60), []) as Promise<Reservation>;
    first.settle(tokens(120));
    await expect(second).rejects.toMatchObject({
      code: "budget_spent",
      message: "The budget of the run is spent: 120 of 100 tokens used.",
    });
    expect(() => budget.reserve(() => tokens(0), [])).toThrow("120 of 100 tokens used");
  });

  it("is spent when the next call does not fit and none is in flight", () => {
    const budget = budgetOf(100, 2);
    (budget.reserve(() => tokens(50), []) as Reservation).settle({ tokens: 70, costUsd: 0.5 });
    expect(() => budget.reserve(() => ({ tokens: 40, costUsd: 0.25 }), [])).toThrow(
      "The budget of the run is spent: 70 of 100 tokens and $0.5000 of $2 used, and the next call was expected to take 40 tokens and $0.2500.",
    );
    expect(budget.ended.aborted).toBe(true);
  });

  it("of money is not spent by the rounding of sums", () => {
    const budget = budgetOf(endless, 0.3);
    for (let call = 0; call < 3; call++) {
      (budget.reserve(() => dollars(0.1), []) as Reservation).settle(dollars(0.1));
    }
    expect(budget.ended.reason).toMatchObject({
      message: "The budget of the run is spent: $0.3000 of $0.3 used.",
    });
  });

  it("lets go of a call whose signal aborts, and of the signal", async () => {
    const budget = budgetOf(100);
    const first = budget.reserve(() => tokens(100), []) as Reservation;
    const controller = new AbortController();
    const large = budget.reserve(() => tokens(90), [controller.signal]);
    const small = budget.reserve(() => tokens(5), []);
    controller.abort(new Error("enough"));
    await expect(large).rejects.toThrow("enough");
    first.settle(tokens(50));
    expect(await small).toMatchObject({ amount: tokens(5) });
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
    expect(getEventListeners(budget.ended, "abort")).toHaveLength(0);
  });

  it("property: calls that take what was set aside never go over it, and all are decided", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1000 }),
        fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 8 }),
        async (maxTokens, amounts, workers) => {
          const budget = budgetOf(maxTokens);
          let spent = 0;
          const queue = [...amounts];
          const work = async () => {
            for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
              const taken = await budget.reserve(() => tokens(next), []);
              await Promise.resolve();
              spent += next;
              taken.settle(tokens(next));
            }
          };
          await Promise.allSettled(Array.from({ length: workers }, work));
          expect(spent).toBeLessThanOrEqual(maxTokens);
          const total = amounts.reduce((sum, amount) => sum + amount, 0);
          if (total < maxTokens) expect(spent).toBe(total);
        },
      ),
    );
  });
});
