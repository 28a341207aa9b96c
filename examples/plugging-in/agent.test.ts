import { type AgentEvent, createAttemptContext, defineEnvironment, foldRun } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { type PartialReply, scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { carefulAgent } from "./agent.ts";

async function answer(replies: readonly (string | PartialReply)[]) {
  const model = scriptedModel(replies);
  const events: AgentEvent<string>[] = [];
  const context = createAttemptContext({ model });
  for await (const event of carefulAgent(model).run("6 * 7 = ?", context)) events.push(event);
  model.assertUsedUp();
  return { run: foldRun(events), model };
}

describe("the example of an agent", () => {
  it("answers with its second reply, and keeps the whole conversation", async () => {
    const { run, model } = await answer([
      { text: "41", usage: { inputTokens: 5, outputTokens: 1 } },
      { text: "42", usage: { inputTokens: 9, outputTokens: 1 } },
    ]);
    expect(run).toMatchObject({ status: "completed", output: "42", text: "42" });
    expect(run.usage).toMatchObject({ inputTokens: 14, outputTokens: 2 });
    expect(run.messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      "system: Answer the question.",
      "user: 6 * 7 = ?",
      "assistant: 41",
      "user: Look your answer over. Reply with the right answer and nothing else.",
      "assistant: 42",
    ]);
    expect(model.calls.map(({ messages }) => messages.length)).toEqual([2, 4]);
  });

  it("does not know its usage when one reply tells none", async () => {
    const { run } = await answer([{ text: "41", usage: { inputTokens: 5 } }, "42"]);
    expect(run.usage).toBeUndefined();
  });

  it.each([
    ["a refusal", { refusal: "No." }, { status: "completed", refusal: "No." }],
    [
      "a reply that was filtered",
      { text: "4", finishReason: "content-filter" },
      { status: "completed", text: "4", refusal: "content filter" },
    ],
    ["a reply that was cut off", { text: "4", finishReason: "length" }, { status: "truncated" }],
  ] as const)("ends with %s, and asks no more", async (_, reply, wanted) => {
    const { run } = await answer([reply]);
    expect(run).toMatchObject(wanted);
    expect(run.output).toBe(wanted.status === "truncated" ? "4" : undefined);
  });

  it("asks the model that the run puts in the place of its own", async () => {
    const env = defineEnvironment({
      name: "other-model",
      agent: carefulAgent(scriptedModel([])),
      tasks: [{ input: "6 * 7 = ?", expected: "42" }],
      scorer: (run, expected) => run.output === expected,
    });
    const result = await runRollouts(env, { k: 2, model: scriptedModel(() => "42") });
    expect(result.summary().passRate).toBe(1);
  });
});
