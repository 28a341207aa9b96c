import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { InMemoryCache } from "@langchain/core/caches";
import { MemorySaver } from "@langchain/langgraph";
import { MemorySession, Runner, Agent as SdkAgent } from "@openai/agents-core";
import {
  type Agent,
  createAttemptContext,
  foldRun,
  functionAgent,
  type Model,
} from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { agentContract } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { aiSdkAgent } from "./ai-sdk/agent.ts";
import { attemptModel, toPrompt } from "./attempt-model.ts";
import { forgetfulModel } from "./forgetful-model.ts";
import { langGraphAgent, noteGraph } from "./langgraph/agent.ts";
import { AttemptChatModel } from "./langgraph/chat-model.ts";
import { createNotepad, type Notepad } from "./notepad.ts";
import { openAIAgentsAgent } from "./openai-agents/agent.ts";
import { toSdkModel } from "./openai-agents/model.ts";

type MakeAgent = (options: { model: Model; notepad: Notepad }) => Agent;

const agents: readonly (readonly [string, MakeAgent])[] = [
  ["AI SDK", aiSdkAgent],
  ["LangGraph", langGraphAgent],
  ["OpenAI Agents SDK", openAIAgentsAgent],
];
const model = forgetfulModel();

/** The names of the cases that an agent fails. */
async function failedCases(agent: () => Agent): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const { name, run } of agentContract({ agent, runRollouts })) {
    await run().catch(() => failed.push(name));
  }
  return failed;
}

describe.each(agents)("the agent of the %s", (_name, makeAgent) => {
  describe("keeps the contract of agents", { timeout: 60_000 }, () => {
    const agent = () => makeAgent({ model, notepad: createNotepad() });
    for (const { name, run } of agentContract({ agent, runRollouts })) it(name, run);
  });

  it("says what it did: messages, tool executions, tools", async () => {
    const agent = makeAgent({ model, notepad: createNotepad() });
    const context = createAttemptContext({ taskId: "t", model });
    const run = await foldAll(agent, "Note these: milk, bread.", context);
    expect(run).toMatchObject({
      status: "completed",
      output: "2",
      messages: [
        { role: "system" },
        { role: "user", content: "Note these: milk, bread." },
        { role: "assistant", content: null, toolCalls: [{ id: "call_0" }, { id: "call_1" }] },
        { role: "tool", toolCallId: "call_0", content: "On the pad: milk" },
        { role: "tool", toolCallId: "call_1", content: "On the pad: milk, bread" },
        { role: "assistant", content: "2" },
      ],
      toolExecutions: [
        { name: "add_note", arguments: { text: "milk" }, status: "ok" },
        { name: "add_note", arguments: { text: "bread" }, status: "ok" },
      ],
      tools: [{ name: "add_note", parameters: { type: "object", required: ["text"] } }],
    });
  });

  it("is caught by the leak canary when attempts share its notepad", {
    timeout: 60_000,
  }, async () => {
    const notepad = createNotepad();
    const failed = await failedCases(() => makeAgent({ model, notepad }));
    expect(failed).toContain("leak canary: attempts in sequence");
    expect(failed).toContain("leak canary: a real run");
  });
});

async function foldAll(
  agent: Agent,
  input: string,
  context: ReturnType<typeof createAttemptContext>,
) {
  const events = [];
  for await (const event of agent.run(input, context)) events.push(event);
  return foldRun(events);
}

describe("the leak canary sees", { timeout: 60_000 }, () => {
  it("a checkpointer of LangGraph that attempts share", async () => {
    const checkpointer = new MemorySaver();
    const failed = await failedCases(() =>
      functionAgent({
        model,
        identity: "leaky",
        async run(input, context) {
          const attempt = attemptModel(context);
          const graph = noteGraph(attempt, createNotepad()).compile({ checkpointer });
          const messages = [{ role: "user", content: toPrompt(input) }];
          const configurable = { thread_id: "one" };
          const state = await graph.invoke({ messages }, { configurable, signal: context.signal });
          return { ...attempt.facts(), text: state.messages.at(-1)?.text ?? null };
        },
      }),
    );
    expect(failed).toContain("leak canary: attempts in sequence");
  });

  it("a cache of LangChain, which makes one sample of K", async () => {
    const failed = await failedCases(() =>
      functionAgent({
        model,
        identity: "leaky",
        async run(input, context) {
          const attempt = attemptModel(context);
          const chat = new AttemptChatModel(attempt);
          chat.cache = InMemoryCache.global();
          const { text } = await chat.invoke(toPrompt(input), { signal: context.signal });
          return { ...attempt.facts(), text };
        },
      }),
    );
    expect(failed).toContain("leak canary: attempts with the same input");
  });

  it("a session of the OpenAI Agents SDK that attempts share", async () => {
    const session = new MemorySession();
    const failed = await failedCases(() =>
      functionAgent({
        model,
        identity: "leaky",
        async run(input, context) {
          const attempt = attemptModel(context);
          const agent = new SdkAgent({ name: "notes", model: toSdkModel(attempt) });
          const runner = new Runner({ tracingDisabled: true });
          const options = { session, signal: context.signal };
          const { finalOutput } = await runner.run(agent, toPrompt(input), options);
          return { ...attempt.facts(), text: finalOutput ?? null };
        },
      }),
    );
    expect(failed).toContain("leak canary: attempts in sequence");
  });
});

describe("the program", { timeout: 60_000 }, () => {
  it("measures the three alike", async () => {
    const folder = import.meta.dirname;
    const jiti = join(folder, "node_modules/.bin/jiti");
    // It resolves only if the program ends by itself, with code 0.
    const { stdout, stderr } = await promisify(execFile)(jiti, [join(folder, "foreign-agents.ts")]);
    expect(stderr).toBe("");
    expect(stdout.replace(/\d+s$/gm, "0s").split("\n")).toEqual([
      ...["ai-sdk", "langgraph", "openai-agents"].flatMap((name) => [
        `${name}                 k=8 · 16 attempts · 0s`,
        "  breakfast   ███░░███   6/8   0.75   learning zone",
        "  journey     ░░█░█░░░   2/8   0.25   learning zone",
      ]),
      "",
    ]);
  });
});
