import {
  type AttemptContext,
  createAttemptContext,
  inMemoryStore,
  type ModelRequest,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { AgentDefinition } from "./agent-definition.ts";
import { defineAgent } from "./define-agent.ts";
import type { Knowledge } from "./features/knowledge.ts";
import { runAgent } from "./run-agent.ts";
import { tool } from "./tool.ts";

type Options = Omit<AgentDefinition, "model" | "outputSchema">;

const own = tool({ name: "own", parameters: z.object({}), execute: () => "" });
const knowledge = (mode: Knowledge["mode"]): Knowledge => ({
  mode,
  search: (query) => [`About ${query}`],
  add: () => undefined,
  identity: "k",
});
const memory = { capture: true, tool: true };
const writing = ["remember", "add_knowledge"];

/** What of a request goes to the provider, as bytes. The tools that write are named apart. */
function bytesOf(request: ModelRequest | undefined): [bytes: string, writingTools: string[]] {
  const { messages, tools, toolChoice, output } = request ?? { messages: [] };
  const isWriting = ({ name }: { name: string }) => writing.includes(name);
  const bytes = JSON.stringify({
    messages,
    tools: tools?.filter((spec) => !isWriting(spec)),
    toolChoice,
    output,
  });
  return [bytes, (tools ?? []).filter(isWriting).map(({ name }) => name)];
}

/** Answers the jobs beside the conversation as well. */
const talkative = () =>
  scriptedModel(({ messages }) =>
    String(messages[0]?.content).startsWith("You keep the memory") ? '{"facts":["Is Ada."]}' : "ok",
  );

async function firstOfAttempt(options: Options): Promise<ModelRequest | undefined> {
  const model = talkative();
  const agent = defineAgent({ ...options, model });
  for await (const _event of agent.run("tea", createAttemptContext({ model })));
  expect(model.calls).toHaveLength(1);
  return model.calls[0];
}

describe("the first model request of an attempt is, byte for byte, that of a new user", () => {
  const base = { instructions: "Be exact.", tools: [own] };
  it.each<[string, Options, readonly string[]]>([
    ["memory", { memory }, ["remember"]],
    ["knowledge as a tool", { knowledge: knowledge("tool") }, ["add_knowledge"]],
    ["knowledge as context", { knowledge: knowledge("context") }, ["add_knowledge"]],
    ["session summaries", { sessionSummaries: true }, []],
    ["history", { history: { runs: 3 } }, []],
    ["session state", { sessionState: { cart: [] } }, []],
    [
      "all together",
      {
        memory,
        knowledge: knowledge("context"),
        sessionSummaries: true,
        history: { runs: 3 },
        sessionState: { cart: [] },
        toolChoice: "required",
      },
      ["remember", "add_knowledge"],
    ],
  ])("%s", async (_what, options, writingTools) => {
    const definition = { ...base, ...options };
    const model = talkative();
    const agent = defineAgent({ ...definition, model });
    const store = inMemoryStore();
    await runAgent(agent, "tea", { store, userId: "new", sessionId: "new" });
    const [live, liveTools] = bytesOf(model.calls[0]);
    const [sealed, sealedTools] = bytesOf(await firstOfAttempt(definition));
    expect(sealed).toBe(live);
    expect(liveTools).toEqual(writingTools);
    expect(sealedTools).toEqual([]);
  });

  it("I7, I20: also when the same agent and its users ran before", async () => {
    const contexts: AttemptContext[] = [];
    const model = talkative();
    const agent = defineAgent({
      ...base,
      model,
      memory,
      knowledge: knowledge("context"),
      sessionSummaries: true,
      history: { runs: 3 },
      sessionState: { cart: [] },
      hooks: { beforeRun: (_input, context) => contexts.push(context) },
    });
    const options = { store: inMemoryStore(), userId: "ada", sessionId: "s" };
    const attempt = async () => {
      const count = model.calls.length;
      for await (const _event of agent.run("tea", createAttemptContext({ model })));
      return bytesOf(model.calls[count])[0];
    };
    const before = await attempt();
    await runAgent(agent, "tea", options);
    const second = model.calls.length;
    await runAgent(agent, "tea", options);
    expect(bytesOf(model.calls[second])[0]).not.toBe(before);
    expect(bytesOf(model.calls[second])[0]).toContain("Is Ada.");
    expect(await attempt()).toBe(before);
    expect(contexts.map(({ writes }) => writes)).toEqual(["sealed", "live", "live", "sealed"]);
  });

  it("all but the tool choice, when the tools that write are the only ones", async () => {
    const model = scriptedModel(["ok"]);
    const only = { memory: { capture: false, tool: true } };
    await runAgent(defineAgent({ ...only, model }), "tea");
    const request = await firstOfAttempt(only);
    expect(model.calls[0]?.toolChoice).toBe("auto");
    // No provider takes a choice without tools.
    expect([request?.tools, request?.toolChoice]).toEqual([undefined, undefined]);
    expect(request?.messages).toEqual(model.calls[0]?.messages);
  });
});
