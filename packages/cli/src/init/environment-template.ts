/** What `rollouts init` writes: it runs offline, and has tasks that pass, fail, and do either. */
export const environmentTemplate = `import { defineEnvironment, functionAgent } from "@rollouts/core";

/**
 * Stands in for a model, so that this file runs offline: it errs now and then, more often at what is
 * hard. To ask a real model, install @rollouts/agent, @rollouts/provider-openai and openai, and put
 * this in its place:
 *
 *   import { defineAgent } from "@rollouts/agent";
 *   import { openai } from "@rollouts/provider-openai";
 *
 *   const agent = defineAgent({
 *     model: openai("gpt-5.5"),
 *     instructions: "Answer with the name of the city alone.",
 *   });
 */
const agent = functionAgent({
  run(input, { seed }) {
    if (String(input).includes("France")) return "Paris";
    if (String(input).includes("Australia")) return seed % 3 === 0 ? "Sydney" : "Canberra";
    return seed % 2 === 0 ? "Lagos" : "Abuja";
  },
});

export default defineEnvironment({
  name: "capitals",
  agent,
  tasks: [
    {
      id: "france",
      input: "What is the capital of France?",
      expected: "Paris",
      metadata: { difficulty: "easy" },
    },
    {
      id: "australia",
      input: "What is the capital of Australia?",
      expected: "Canberra",
      metadata: { difficulty: "hard" },
    },
    {
      id: "nigeria",
      input: "What is the capital of Nigeria?",
      expected: "Abuja",
      metadata: { difficulty: "hard" },
    },
  ],
  // true or false, a value from 0 to 1, or null when it cannot tell. @rollouts/scorers has more.
  scorer: (run, expected) => run.output.trim() === expected,
});
`;
