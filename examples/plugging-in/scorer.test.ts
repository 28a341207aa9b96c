import { defineEnvironment, functionAgent } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { describe, expect, it } from "vitest";
import { sameItems } from "./scorer.ts";

/** What the attempt is given when the agent says `text`. */
async function judge(text: string, expected: readonly string[], scorer = sameItems()) {
  const agent = functionAgent({ run: () => text });
  const tasks = [{ input: "Which?", expected }];
  const env = defineEnvironment({ name: "items", agent, tasks, scorer });
  return (await runRollouts(env, { k: 1 })).taskResults[0]?.attempts[0];
}

describe("the example of a scorer", () => {
  it.each([
    ["oslo, rome", 1, true, ""],
    [" rome ,oslo,, oslo", 1, true, ""],
    ["oslo", 2 / 3, false, "1 missing, 0 too many"],
    ["oslo, rome, bern, wien", 2 / 3, false, "0 missing, 2 too many"],
    ["bern", 0, false, "2 missing, 1 too many"],
    ["", 0, false, "2 missing, 0 too many"],
  ])("gives %j a value of %d", async (text, value, passed, reason) => {
    const attempt = await judge(text, ["oslo", "rome"]);
    expect(attempt?.score).toMatchObject({ value, passed, reason });
  });

  it("cannot tell where nothing is expected", async () => {
    expect(await judge("oslo", [])).toMatchObject({
      score: null,
      unscored: { cause: "cannot-tell", reason: "the task expects no items" },
    });
  });

  it("is another scorer with another separator", async () => {
    const scorer = sameItems({ separator: ";" });
    expect((await judge("oslo;rome", ["oslo", "rome"], scorer))?.score?.passed).toBe(true);
    expect(scorer.digest()).not.toBe(sameItems().digest());
    expect(sameItems({ separator: "," }).digest()).toBe(sameItems().digest());
  });
});
