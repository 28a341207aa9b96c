import { chains, codeSubmitter } from "@examples/models";
import { defineAgent, tool } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { toolCallScorer } from "@rollouts/scorers";
import { z } from "zod";

const submitValidationCode = tool({
  name: "submit_validation_code",
  description: "Hands in the code. There is one try.",
  parameters: z.object({ code: z.int() }),
  execute: ({ code }) => `${code} was handed in.`,
});

/** What counts is the call with the right code, not what the agent says about it. */
export const codeWasSubmitted = toolCallScorer({
  arguments: { submit_validation_code: { code: chains.a.expected } },
});

export default defineEnvironment({
  name: "tool-reliability",
  agent: defineAgent({
    model: codeSubmitter(),
    instructions: "Calculate exactly, and hand the final integer in through the tool.",
    tools: [submitValidationCode],
    toolCallLimit: 1,
  }),
  tasks: [
    {
      id: "submit-code",
      input: `${chains.a.input} Hand the result in with submit_validation_code.`,
    },
  ],
  scorer: codeWasSubmitted,
});
