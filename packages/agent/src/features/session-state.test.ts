import { type AttemptContext, createAttemptContext, inMemoryStore } from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent } from "../define-agent.ts";
import { runAgent } from "../run-agent.ts";
import { tool } from "../tool.ts";
import { sessionStateKey } from "./session-state.ts";

interface Cart {
  readonly [key: string]: readonly string[];
  readonly items: readonly string[];
}

const addItem = tool({
  name: "add_item",
  parameters: z.object({ item: z.string() }),
  async execute({ item }, { store, sessionId }) {
    const key = sessionStateKey({ sessionId });
    const { items } = (await store.get(key)) as Cart;
    await store.set(key, { items: [...items, item] });
    return items.length + 1;
  },
});
const callAdd = { toolCalls: [{ name: "add_item", arguments: { item: "tea" } }] };
const title = "The state of this session, as JSON:";

describe("session state", () => {
  it("begins as the seed, is changed by tools, and lasts for the session", async () => {
    const model = scriptedModel([callAdd, "ok", callAdd, "ok", "ok"]);
    const agent = defineAgent({ model, tools: [addItem], sessionState: { items: [] } });
    const store = inMemoryStore();
    await runAgent(agent, "q", { store, sessionId: "s" });
    const second = await runAgent(agent, "q", { store, sessionId: "s" });
    await runAgent(agent, "q", { store, sessionId: "other" });
    expect(second.toolExecutions[0]?.result).toBe("2");
    expect(model.calls.map(({ messages }) => messages[0]?.content)).toEqual([
      `${title}\n{"items":[]}`,
      `${title}\n{"items":[]}`,
      `${title}\n{"items":["tea"]}`,
      `${title}\n{"items":["tea"]}`,
      `${title}\n{"items":[]}`,
    ]);
    expect(await store.get("session-state/s")).toEqual({ items: ["tea", "tea"] });
  });

  it("I17: begins as the seed in every attempt, and is the attempt's own", async () => {
    const model = scriptedModel((request) =>
      request.messages.some(({ role }) => role === "tool") ? "ok" : callAdd,
    );
    const seed = { items: ["cup"], nested: { on: true } };
    const agent = defineAgent({ model, tools: [addItem], sessionState: seed });
    const run = async (context: AttemptContext) => {
      for await (const _event of agent.run("q", context));
      return context.store.get(sessionStateKey(context));
    };
    const states = await Promise.all(
      [0, 1, 2, 3].map((attemptIndex) => run(createAttemptContext({ model, attemptIndex }))),
    );
    expect(states).toEqual(Array(4).fill({ items: ["cup", "tea"] }));
    const first = model.calls.filter(({ attempt }) => attempt?.turn === 0);
    expect(new Set(first.map(({ messages }) => JSON.stringify(messages))).size).toBe(1);
    expect(first).toHaveLength(4);
    expect(seed).toEqual({ items: ["cup"], nested: { on: true } });
  });

  it("is not changed by what happens to the seed afterwards, nor by the order of its keys", async () => {
    const model = scriptedModel(() => "ok");
    const seed = { b: [1], a: 2 };
    const agent = defineAgent({ model, sessionState: seed });
    seed.b.push(9);
    await runAgent(agent, "q");
    await runAgent(defineAgent({ model, sessionState: { a: 2, b: [1] } }), "q");
    expect(model.calls[0]?.messages[0]?.content).toBe(`${title}\n{"a":2,"b":[1]}`);
    expect(model.calls[1]?.messages).toEqual(model.calls[0]?.messages);
  });
});
