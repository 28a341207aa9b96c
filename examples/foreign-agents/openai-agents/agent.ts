import { Runner, Agent as SdkAgent, tool } from "@openai/agents-core";
import { type Agent, functionAgent, type Model, untilAborted } from "@rollouts/core";
import { attemptModel, toPrompt } from "../attempt-model.ts";
import { identity, instructions, type Notepad, noteTool } from "../notepad.ts";
import { toSdkModel } from "./model.ts";

/** An agent of the OpenAI Agents SDK. Make one per attempt: it holds its notepad. */
export function openAIAgentsAgent({ model, notepad }: { model: Model; notepad: Notepad }): Agent {
  return functionAgent({
    identity: { ...identity, framework: "openai agents 0.20" },
    model,
    async run(input, context) {
      const attempt = attemptModel(context);
      const { signal } = context;
      const agent = new SdkAgent({
        name: "notes",
        instructions,
        model: toSdkModel(attempt),
        tools: [
          tool({
            ...noteTool,
            execute: ({ text }) => notepad.add(text),
          }),
        ],
      });
      // A runner of its own: the default one traces, for the whole process.
      const runner = new Runner({ tracingDisabled: true });
      // Without a session, a conversation or an earlier response: all three are remembered.
      const running = runner.run(agent, toPrompt(input), { signal, maxTurns: 10 });
      const { finalOutput } = await untilAborted(running, signal);
      return { ...attempt.facts(), text: finalOutput ?? null };
    },
  });
}
