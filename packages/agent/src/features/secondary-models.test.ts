import {
  createAttemptContext,
  foldRun,
  inMemoryStore,
  type Model,
  ProviderError,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent } from "../define-agent.ts";
import { runAgent } from "../run-agent.ts";

const outputSchema = z.object({ value: z.number() });

describe("secondary models", () => {
  it("do their jobs in place of the agent's model", async () => {
    const model = scriptedModel(["Hi."]);
    const memory = scriptedModel(['{"facts":["Is Ada."]}']);
    const summary = scriptedModel(["They met."]);
    const store = inMemoryStore();
    const agent = defineAgent({
      model,
      memory: true,
      sessionSummaries: true,
      secondaryModels: { memory, summary },
    });
    await runAgent(agent, "q", { store, userId: "u", sessionId: "s" });
    expect(await store.get("memory/u")).toEqual(["Is Ada."]);
    expect(await store.get("summary/s")).toBe("They met.");
    expect(memory.calls[0]?.attempt?.turn).toBe(1);
    expect(summary.calls[0]?.attempt?.turn).toBe(2);
    for (const used of [model, memory, summary]) used.assertUsedUp();
  });
});

describe("the parser model", () => {
  it("turns a text that misses the schema into what fits it, and leaves the text as it is", async () => {
    const usage = { outputTokens: 5 };
    const model = scriptedModel([{ text: "It is 42.", usage }]);
    const parser = scriptedModel([{ text: '{"value":42}', usage }]);
    const agent = defineAgent({ model, outputSchema, secondaryModels: { parser } });
    const { signal } = new AbortController();
    const context = createAttemptContext({ model, signal, taskId: "t7", attemptIndex: 3, seed: 9 });
    const events = [];
    for await (const event of agent.run("6 x 7?", context)) events.push(event);
    const run = foldRun(events);
    expect(run).toMatchObject({ status: "completed", output: { value: 42 }, text: "It is 42." });
    expect(run.outputError).toBeUndefined();
    expect(run.usage).toEqual({ outputTokens: 10 });
    expect(run.messages).toHaveLength(2);
    expect(events.map(({ type }) => type)).toEqual(["message", "message", "usage", "usage", "end"]);

    const request = parser.calls[0];
    expect(request?.messages[1]).toEqual({ role: "user", content: "It is 42." });
    expect(request?.output).toEqual(model.calls[0]?.output);
    // I5: it gets the attempt and its signal like the primary model, also where there is no gate.
    expect(request?.attempt).toEqual({ taskId: "t7", attemptIndex: 3, turn: 1, seed: 9 });
    expect(request?.signal).toBe(signal);
  });

  it("is asked behind the gate of the run, where there is one", async () => {
    const model = scriptedModel(["It is 42."]);
    const parser = scriptedModel([]);
    const behind = scriptedModel(['{"value":42}']);
    const agent = defineAgent({ model, outputSchema, secondaryModels: { parser } });
    const gate = (raw: Model) => (raw === parser ? behind : raw);
    for await (const _event of agent.run("6 x 7?", createAttemptContext({ model, gate })));
    expect([parser.calls.length, behind.calls.length]).toEqual([0, 1]);
  });

  it("is not asked about what fits, a refusal or a cut reply", async () => {
    const model = scriptedModel([
      '{"value":1}',
      { refusal: "No." },
      { text: '{"va', finishReason: "length" },
    ]);
    const parser = scriptedModel([]);
    const agent = defineAgent({ model, outputSchema, secondaryModels: { parser } });
    expect((await runAgent(agent, "q")).output).toEqual({ value: 1 });
    expect((await runAgent(agent, "q")).refusal).toBe("No.");
    expect((await runAgent(agent, "q")).status).toBe("truncated");
    expect(parser.calls).toHaveLength(0);
  });

  it.each([
    ["misses the schema too", '{"value":"42"}'],
    ["is cut", { text: '{"value', finishReason: "length" as const }],
    ["is a refusal", { refusal: "No." }],
  ])("leaves the miss when its own reply %s", async (_what, reply) => {
    const model = scriptedModel(["It is 42."]);
    const parser = scriptedModel([reply]);
    const agent = defineAgent({ model, outputSchema, secondaryModels: { parser } });
    const run = await runAgent(agent, "q");
    expect(run.outputError).toMatch(/^The reply is not JSON/);
    expect(run).toMatchObject({ status: "completed", text: "It is 42." });
    expect(run.refusal).toBeUndefined();
    parser.assertUsedUp();
  });

  it("fails the run when its provider fails: that must not count against the model", async () => {
    const error = new ProviderError({ errorClass: "server", message: "down", provider: "p" });
    const agent = defineAgent({
      model: scriptedModel(["It is 42."]),
      outputSchema,
      secondaryModels: { parser: scriptedModel([error]) },
    });
    await expect(runAgent(agent, "q")).rejects.toBe(error);
  });
});
