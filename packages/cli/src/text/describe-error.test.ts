import { type AdviceId, RolloutsError } from "@rollouts/core";
import { expect, it } from "vitest";
import { describeError } from "./describe-error.ts";

function told(id: string, values?: readonly string[]): string {
  const advice = { id: id as AdviceId, text: "in the words of the library.", values };
  return describeError(new RolloutsError({ code: "c", message: "It broke.", advice }));
}

it.each<[AdviceId, readonly string[] | undefined, string]>([
  ["allow", ["tasks", "agent"], "Or compare them all the same with --allow tasks --allow agent."],
  ["merge", undefined, "npx rollouts merge <files...> --out <path> joins them."],
  [
    "other-seed",
    undefined,
    "Leave --seed out to go on with that of before, or use a new file: --out <path> in place of --resume.",
  ],
  [
    "other-sink",
    undefined,
    "Go back to what they were made with, or use a new file: --out <path> in place of --resume.",
  ],
  [
    "rescore",
    undefined,
    "Or score the attempts of one by the scorer of the other: npx rollouts rescore <file> <environment> --out <path>.",
  ],
  [
    "salvage",
    ["my run.rollouts.jsonl"],
    "npx rollouts salvage 'my run.rollouts.jsonl' 'my run.salvaged.rollouts.jsonl' recovers the other lines.",
  ],
  ["split", undefined, "Change --validation-share."],
])("tells what to do as it is typed: %s", (id, values, text) => {
  expect(told(id, values)).toBe(`It broke. ${text}`);
});

it("tells what it does not know, and what has no advice, as it is", () => {
  expect(told("of-a-later-version")).toBe("It broke. in the words of the library.");
  expect(describeError(new RolloutsError({ code: "c", message: "It broke." }))).toBe("It broke.");
  expect(describeError(new TypeError("odd"))).toBe("odd");
  expect(describeError("text")).toBe("text");
});
