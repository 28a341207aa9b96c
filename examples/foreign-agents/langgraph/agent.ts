import { tool } from "@langchain/core/tools";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { type Agent, functionAgent, type Model, untilAborted } from "@rollouts/core";
import { type AttemptModel, attemptModel, toPrompt } from "../attempt-model.ts";
import { identity, instructions, type Notepad, noteTool } from "../notepad.ts";
import { AttemptChatModel } from "./chat-model.ts";

/** An agent that is a graph of LangGraph. Make one per attempt: it holds its notepad. */
export function langGraphAgent({ model, notepad }: { model: Model; notepad: Notepad }): Agent {
  return functionAgent({
    identity: { ...identity, framework: "langgraph 1" },
    model,
    async run(input, context) {
      const attempt = attemptModel(context);
      const { signal } = context;
      // Without a checkpointer and a store: a thread that was met before would go on.
      const graph = noteGraph(attempt, notepad).compile();
      const messages = [
        { role: "system", content: instructions },
        { role: "user", content: toPrompt(input) },
      ];
      const invoked = graph.invoke({ messages }, { signal, recursionLimit: 25 });
      const state = await untilAborted(invoked, signal);
      return { ...attempt.facts(), text: state.messages.at(-1)?.text ?? null };
    },
  });
}

/** A model that calls tools until it has an answer. */
export function noteGraph(attempt: AttemptModel, notepad: Notepad) {
  const tools = [
    tool(({ text }: { text: string }) => notepad.add(text), {
      name: noteTool.name,
      description: noteTool.description,
      schema: noteTool.parameters,
    }),
  ];
  const chat = new AttemptChatModel(attempt).bindTools(tools);
  return new StateGraph(MessagesAnnotation)
    .addNode("model", async ({ messages }) => ({ messages: [await chat.invoke(messages)] }))
    .addNode("tools", new ToolNode(tools))
    .addEdge(START, "model")
    .addConditionalEdges("model", ({ messages }) => {
      const last = messages.at(-1);
      const isCalling = last !== undefined && "tool_calls" in last && hasItems(last.tool_calls);
      return isCalling ? "tools" : END;
    })
    .addEdge("tools", "model");
}

function hasItems(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}
