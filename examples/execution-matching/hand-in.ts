import { chains, codeSubmitter } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import { type AgentRun, defineEnvironment, type Scorer, type Tool } from "@rollouts/core";

/** One calculation, whose result has to be handed in through the tool. */
export function handIn(submit: Tool, scorer: Scorer) {
  const { name } = submit.spec;
  return defineEnvironment({
    name: "execution-matching",
    agent: defineAgent({
      model: codeSubmitter(),
      instructions: "Calculate exactly, and hand the final integer in through the tool.",
      tools: [submit],
    }),
    tasks: [{ id: "hand-in", input: `${chains.a.input} Hand the result in with ${name}.` }],
    scorer,
  });
}

/** The codes that the tool took. */
export function acceptedCodes(run: AgentRun): number[] {
  const accepted = run.toolExecutions.filter(({ status }) => status === "ok");
  return accepted.map(({ rawArguments }) => JSON.parse(rawArguments).code);
}
