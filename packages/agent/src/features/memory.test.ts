import {
  createAttemptContext,
  inMemoryStore,
  ProviderError,
  type Store,
  type ToolSource,
} from "@rollouts/core";
import { type ScriptedReply, scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { defineAgent } from "../define-agent.ts";
import { runAgent } from "../run-agent.ts";

const facts = (...list: string[]): string => JSON.stringify({ facts: list });

/** The warnings of the process while something is done. */
async function warningsOf(act: () => Promise<unknown>): Promise<Error[]> {
  const warnings: Error[] = [];
  const listen = (warning: Error) => warnings.push(warning);
  process.on("warning", listen);
  try {
    await act();
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off("warning", listen);
  }
  return warnings;
}

describe("memory", () => {
  it("captures facts after a run and puts them into the prompt of the user's next one", async () => {
    const model = scriptedModel([
      "Hi Ada.",
      facts("Is named Ada.", " Likes\n tea. "),
      "Tea?",
      facts(),
    ]);
    const agent = defineAgent({ model, instructions: "Be kind.", memory: true });
    const store = inMemoryStore();
    const first = await runAgent(agent, "I am Ada.", { store, userId: "u1" });
    expect(first.output).toBe("Hi Ada.");
    expect(model.calls[0]?.messages).toEqual([
      { role: "system", content: "Be kind." },
      { role: "user", content: "I am Ada." },
    ]);
    expect(await store.get("memory/u1")).toEqual(["Is named Ada.", "Likes tea."]);

    await runAgent(agent, "Hello.", { store, userId: "u1" });
    expect(model.calls[2]?.messages[0]).toEqual({
      role: "system",
      content:
        "Be kind.\n\nWhat is known about the user from earlier conversations:\n- Is named Ada.\n- Likes tea.",
    });
    model.assertUsedUp();
  });

  it("is kept apart by user", async () => {
    const model = scriptedModel(["a", facts("Is Ada."), "b", facts()]);
    const agent = defineAgent({ model, memory: true });
    const store = inMemoryStore();
    await runAgent(agent, "q", { store, userId: "u1" });
    await runAgent(agent, "q", { store, userId: "u" });
    expect(model.calls[2]?.messages).toEqual([{ role: "user", content: "q" }]);
  });

  it("shows the capturing model what was said and what is known, and no tools", async () => {
    const model = scriptedModel(["Hi.", facts("Is Ada."), "Ho.", facts()]);
    const agent = defineAgent({ model, memory: true });
    const store = inMemoryStore();
    await runAgent(agent, "I am Ada.", { store, userId: "u" });
    const image = { type: "image", url: "data:image/png;base64,AAAA" } as const;
    const content = [{ type: "text", text: "And this?" } as const, image];
    await runAgent(agent, [{ role: "user", content }], { store, userId: "u" });
    const { messages, tools, output, attempt } = model.calls[3] ?? {};
    expect(messages?.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(JSON.parse(String(messages?.[1]?.content))).toEqual({
      knownFacts: ["Is Ada."],
      conversation: [
        { role: "user", content: "And this?" },
        { role: "assistant", content: "Ho." },
      ],
    });
    expect(tools).toBeUndefined();
    expect(output).toMatchObject({ name: "facts", schema: { required: ["facts"] } });
    expect(attempt).toMatchObject({ taskId: "t1", turn: 1 });
  });

  it("counts what the capture consumed in the run", async () => {
    const usage = { inputTokens: 10 };
    const served = { model: "m-1" };
    const model = scriptedModel([
      { text: "Hi.", usage, served },
      { text: facts(), usage, served },
    ]);
    const run = await runAgent(defineAgent({ model, memory: true }), "q");
    expect(run.usage).toEqual({ inputTokens: 20 });
    expect(run.served).toEqual([served, served]);
    expect(run.messages).toHaveLength(2);
  });

  it.each<[string, ScriptedReply, string]>([
    [
      "the provider fails",
      new ProviderError({ errorClass: "server", message: "down", provider: "p" }),
      "down",
    ],
    ["the list is no JSON", "Ada", "not JSON"],
    ["the list is none", '{"facts":"Ada"}', "The model gave no list of facts."],
    ["the model refuses", { refusal: "No." }, "The model refused."],
    ["the reply is cut", { text: facts("Is A"), finishReason: "length" }, "cut (length)"],
    ["the reply is empty", { text: " " }, "empty"],
  ])("keeps the answer and warns the process when %s", async (_what, reply, message) => {
    const model = scriptedModel(["Hi.", reply]);
    const store = inMemoryStore();
    let output: string | undefined;
    const warnings = await warningsOf(async () => {
      ({ output } = await runAgent(defineAgent({ model, memory: true }), "q", { store }));
    });
    expect(output).toBe("Hi.");
    expect(warnings).toMatchObject([{ name: "RolloutsWarning", code: "not_kept" }]);
    expect(warnings[0]?.message).toMatch(/^memory: nothing of the run was kept: /);
    expect(warnings[0]?.message).toContain(message);
    expect(await store.list("")).toEqual([]);
  });

  it("gives the reason of the signal when a capture is aborted", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const model = scriptedModel([
      "Hi.",
      () => {
        controller.abort(reason);
        return new Promise(() => undefined);
      },
    ]);
    const agent = defineAgent({ model, memory: true });
    await expect(runAgent(agent, "q", { signal: controller.signal })).rejects.toBe(reason);
  });

  it("offers a tool when asked to, which keeps a fact", async () => {
    const call = { toolCalls: [{ name: "remember", arguments: { fact: "Is Ada." } }] };
    const model = scriptedModel([call, "Noted."]);
    const store = inMemoryStore();
    const agent = defineAgent({ model, memory: { capture: false, tool: true } });
    const run = await runAgent(agent, "I am Ada.", { store, userId: "u" });
    expect(run.toolExecutions).toMatchObject([{ status: "ok", result: "Remembered." }]);
    expect(await store.get("memory/u")).toEqual(["Is Ada."]);
    model.assertUsedUp();
  });

  it.each([[{}], [{ fact: " " }], [{ fact: "x".repeat(501) }], [null]])(
    "tells the model about a fact that is none: %j",
    async (input) => {
      const model = scriptedModel([{ toolCalls: [{ name: "remember", arguments: input }] }, "ok"]);
      const store = inMemoryStore();
      const agent = defineAgent({ model, memory: { capture: false, tool: true } });
      const run = await runAgent(agent, "q", { store });
      expect(run.toolExecutions).toMatchObject([{ status: "error" }]);
      expect(await store.list("")).toEqual([]);
    },
  );

  it("offers no tool that a tool choice may rely on, since attempts lack it", async () => {
    const model = scriptedModel([]);
    const empty: ToolSource = {
      specVersion: "v1",
      identity: () => "empty",
      open: async () => ({ tools: [], close: async () => undefined }),
    };
    const agent = defineAgent({
      model,
      tools: [empty],
      toolChoice: "required",
      memory: { tool: true },
    });
    await expect(runAgent(agent, "q")).rejects.toThrow("there is no tool to call");
    expect(model.calls).toHaveLength(0);
  });

  it("keeps the facts beside what is none", async () => {
    const reply = JSON.stringify({
      facts: ["Is Ada.", 7, " ", "x".repeat(501), null, "Likes tea."],
    });
    const store = inMemoryStore();
    const agent = defineAgent({ model: scriptedModel(["Hi.", reply]), memory: true });
    await runAgent(agent, "q", { store, userId: "u" });
    expect(await store.get("memory/u")).toEqual(["Is Ada.", "Likes tea."]);
  });

  it("keeps no fact twice, and the newest hundred", async () => {
    const many = Array.from({ length: 99 }, (_, index) => `Fact ${index}.`);
    const model = scriptedModel(["a", facts(...many), "b", facts("Fact 3.", "New 1.", "New 2.")]);
    const store = inMemoryStore();
    const agent = defineAgent({ model, memory: true });
    await runAgent(agent, "q", { store, userId: "u" });
    await runAgent(agent, "q", { store, userId: "u" });
    expect(await store.get("memory/u")).toEqual([...many.slice(1), "New 1.", "New 2."]);
  });

  it("loses nothing of runs that end at the same time", async () => {
    const model = scriptedModel((request) =>
      request.output === undefined
        ? "Hi."
        : facts(
            `Fact of ${JSON.parse(String(request.messages[1]?.content)).conversation[0].content}.`,
          ),
    );
    const store = inMemoryStore();
    const agent = defineAgent({ model, memory: true });
    await Promise.all(
      ["a", "b", "c", "d"].map((input) => runAgent(agent, input, { store, userId: "u" })),
    );
    const kept = (await store.get("memory/u")) as string[];
    expect([...kept].sort()).toEqual(["Fact of a.", "Fact of b.", "Fact of c.", "Fact of d."]);
  });

  it("may only be read", async () => {
    const model = scriptedModel(["Hi."]);
    const store = inMemoryStore();
    await store.set("memory/u", ["Is Ada."]);
    const agent = defineAgent({ model, memory: { capture: false } });
    await runAgent(agent, "q", { store, userId: "u" });
    expect(model.calls[0]?.messages[0]?.content).toContain("- Is Ada.");
    expect(model.calls[0]?.tools).toBeUndefined();
  });

  it("captures nothing of a run that did not complete", async () => {
    const model = scriptedModel([{ text: "Hi", finishReason: "length" }]);
    const run = await runAgent(defineAgent({ model, memory: true }), "q");
    expect(run.status).toBe("truncated");
    expect(model.calls).toHaveLength(1);
  });

  it("refuses to run on a store that holds something else", async () => {
    const store = inMemoryStore();
    await store.set("memory/u", { name: "Ada" });
    const agent = defineAgent({ model: scriptedModel([]), memory: true });
    await expect(runAgent(agent, "q", { store, userId: "u" })).rejects.toMatchObject({
      code: "unreadable_store",
      message:
        'The store holds an object under "memory/u", not a list of facts. Repair or delete it.',
    });
  });

  it("takes null from a store for nothing", async () => {
    const store: Store = { ...inMemoryStore(), get: async () => null };
    const model = scriptedModel(["Hi."]);
    const agent = defineAgent({ model, memory: { capture: false } });
    expect((await runAgent(agent, "q", { store })).output).toBe("Hi.");
  });

  it("may be off", async () => {
    const model = scriptedModel(["Hi."]);
    await runAgent(defineAgent({ model, memory: false }), "q");
    model.assertUsedUp();
  });

  it("is told to stop reading the store when the attempt is over", async () => {
    const controller = new AbortController();
    const reason = new Error("deadline");
    const store: Store = {
      ...inMemoryStore(),
      get() {
        controller.abort(reason);
        return new Promise(() => undefined);
      },
    };
    const model = scriptedModel([]);
    const context = createAttemptContext({ model, store, signal: controller.signal });
    const run = async () => {
      for await (const _event of defineAgent({ model, memory: true }).run("q", context));
    };
    await expect(run()).rejects.toBe(reason);
  });
});
