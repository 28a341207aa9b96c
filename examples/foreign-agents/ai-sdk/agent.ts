import { type Agent, functionAgent, type Model, untilAborted } from "@rollouts/core";
import { stepCountIs, ToolLoopAgent, tool } from "ai";
import { attemptModel, toPrompt } from "../attempt-model.ts";
import { identity, instructions, type Notepad, noteTool } from "../notepad.ts";
import { toLanguageModel } from "./language-model.ts";

/** An agent of the AI SDK. Make one per attempt: it holds its notepad. */
export function aiSdkAgent({ model, notepad }: { model: Model; notepad: Notepad }): Agent {
  return functionAgent({
    identity: { ...identity, framework: "ai 6" },
    model,
    async run(input, context) {
      const attempt = attemptModel(context);
      const agent = new ToolLoopAgent({
        // An object: a name would be looked up at the gateway of the process.
        model: toLanguageModel(attempt),
        instructions,
        tools: {
          [noteTool.name]: tool({
            description: noteTool.description,
            inputSchema: noteTool.parameters,
            execute: ({ text }) => notepad.add(text),
          }),
        },
        stopWhen: stepCountIs(10),
        // The gate retries, and counts what it does.
        maxRetries: 0,
      });
      const { signal } = context;
      const prompt = toPrompt(input);
      const { text } = await untilAborted(agent.generate({ prompt, abortSignal: signal }), signal);
      return { ...attempt.facts(), text };
    },
  });
}
