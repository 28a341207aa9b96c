import { defineAgent } from "@rollouts/agent";
import { runRollouts } from "@rollouts/runner";
import { agentContract, scorerContract, scriptedModel, sinkContract } from "@rollouts/testing";
import { afterAll, describe, it } from "vitest";
import { carefulAgent } from "./agent.ts";
import { startCollector, toSource } from "./collector.ts";
import { sameItems } from "./scorer.ts";
import { collectorSink } from "./sink.ts";
import { scratchFolder } from "./tool-source.ts";

const collector = await startCollector();
afterAll(() => collector.stop());
const model = scriptedModel(() => "42");

// #region suites
const suites = {
  agent: agentContract({ agent: carefulAgent(model), runRollouts }),
  "tool source, in an agent": agentContract({
    agent: defineAgent({ model, tools: [scratchFolder()] }),
    runRollouts,
  }),
  scorer: scorerContract({
    scorer: sameItems(),
    createScorer: sameItems,
    passing: { output: "oslo, rome", expected: ["rome", "oslo"] },
    failing: { output: "oslo, bern", expected: ["rome", "oslo"] },
  }),
  sink: sinkContract({
    create: (name) => collectorSink(collector.url(name)),
    read: (name) => toSource(collector.records(name)), // leave it out where nothing can be read
  }),
};

describe.each(Object.entries(suites))("the contract of the %s", (_, cases) => {
  for (const { name, run } of cases) it(name, run, 60_000);
});
// #endregion suites
