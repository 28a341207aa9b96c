import { inMemoryStore, type Message } from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent } from "../define-agent.ts";
import { runAgent } from "../run-agent.ts";
import { tool } from "../tool.ts";

const add = tool({ name: "add", parameters: z.object({}), execute: () => 3 });
const callAdd = { toolCalls: [{ name: "add", arguments: {}, id: "c1" }] };

describe("history", () => {
  it("puts the last runs of the session before the input, marked as such", async () => {
    const model = scriptedModel(["one", callAdd, "two", "three"]);
    const agent = defineAgent({
      model,
      instructions: "Be kind.",
      tools: [add],
      history: { runs: 1 },
    });
    const options = { store: inMemoryStore(), sessionId: "s" };
    await runAgent(agent, "1", options);
    await runAgent(agent, "2", options);
    const third = await runAgent(agent, "3", options);
    expect(model.calls[1]?.messages).toEqual([
      { role: "system", content: "Be kind." },
      { role: "user", content: "1", fromHistory: true },
      { role: "assistant", content: "one", fromHistory: true },
      { role: "user", content: "2" },
    ]);
    const toolCalls = [{ id: "c1", name: "add", rawArguments: "{}" }];
    const prompt: Message[] = [
      { role: "system", content: "Be kind." },
      { role: "user", content: "2", fromHistory: true },
      { role: "assistant", content: null, toolCalls, fromHistory: true },
      { role: "tool", toolCallId: "c1", content: "3", fromHistory: true },
      { role: "assistant", content: "two", fromHistory: true },
      { role: "user", content: "3" },
    ];
    expect(model.calls[3]?.messages).toEqual(prompt);
    expect(third.messages).toEqual([...prompt, { role: "assistant", content: "three" }]);
  });

  it("keeps the provider's own items, and neither system messages nor what was history", async () => {
    const items = { providerItems: { scripted: [{ id: "i1" }] } };
    const message = { role: "assistant", content: "one", ...items } as const;
    const model = scriptedModel([{ message, finishReason: "stop" }, "two"]);
    const agent = defineAgent({ model, history: { runs: 5 } });
    const options = { store: inMemoryStore(), sessionId: "s" };
    await runAgent(
      agent,
      [
        { role: "system", content: "own" },
        { role: "user", content: "0", fromHistory: true },
        { role: "user", content: "1" },
      ],
      options,
    );
    await runAgent(agent, "2", options);
    expect(model.calls[1]?.messages).toEqual([
      { role: "user", content: "1", fromHistory: true },
      { ...message, fromHistory: true },
      { role: "user", content: "2" },
    ]);
  });

  it("is kept apart by session, and holds several runs, the oldest first", async () => {
    const model = scriptedModel(["a", "b", "c", "d"]);
    const agent = defineAgent({ model, history: { runs: 2 } });
    const store = inMemoryStore();
    await runAgent(agent, "1", { store, sessionId: "s" });
    await runAgent(agent, "x", { store, sessionId: "other" });
    await runAgent(agent, "2", { store, sessionId: "s" });
    await runAgent(agent, "3", { store, sessionId: "s" });
    expect(model.calls[3]?.messages.map(({ content }) => content)).toEqual([
      "1",
      "a",
      "2",
      "c",
      "3",
    ]);
  });

  it("leaves out runs that no model API would take back: cut, or with an open tool call", async () => {
    const model = scriptedModel([
      { text: "cu", finishReason: "length" },
      { ...callAdd, text: "no", refusal: "No." },
      "done",
    ]);
    const agent = defineAgent({ model, tools: [add], history: { runs: 5 } });
    const options = { store: inMemoryStore(), sessionId: "s" };
    expect((await runAgent(agent, "1", options)).status).toBe("truncated");
    expect((await runAgent(agent, "2", options)).status).toBe("completed");
    await runAgent(agent, "3", options);
    expect(model.calls[2]?.messages).toEqual([{ role: "user", content: "3" }]);
  });

  it.each([["text"], [[["text"]]], [[[{ role: "system", content: "x" }]]]])(
    "refuses to run on a store that holds something else: %j",
    async (value) => {
      const store = inMemoryStore();
      await store.set("history/s", value);
      const agent = defineAgent({ model: scriptedModel([]), history: { runs: 1 } });
      await expect(runAgent(agent, "q", { store, sessionId: "s" })).rejects.toMatchObject({
        code: "unreadable_store",
      });
    },
  );
});
