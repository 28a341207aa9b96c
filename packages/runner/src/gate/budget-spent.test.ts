import { RolloutsError } from "@rollouts/core";
import { expect, it, vi } from "vitest";
import { budgetRefusalIn, budgetSpent, isBudgetSpent } from "./budget-spent.ts";

it("a refusal is known by its code, whichever copy of core made it", async () => {
  vi.resetModules();
  const other = await import("./budget-spent.ts");
  const foreign = other.budgetSpent("It is spent.");
  expect(foreign).not.toBeInstanceOf(RolloutsError);

  expect([foreign, budgetSpent("It is spent.")].map(isBudgetSpent)).toEqual([true, true]);
  const wrapped = new Error("judge", { cause: new TypeError("call", { cause: foreign }) });
  expect(budgetRefusalIn(wrapped)).toBe(foreign);
  expect(isBudgetSpent(new RolloutsError({ code: "other", message: "m" }))).toBe(false);
  expect(budgetRefusalIn(new Error("m", { cause: "text" }))).toBeUndefined();
});
