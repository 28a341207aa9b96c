import { defineEnvironment } from "@rollouts/core";
import { toolCallScorer } from "@rollouts/scorers";
import { agent } from "./agent.ts";
import { onlyIf } from "./questions.ts";

const first = "When does the hub of shipment S-104 close on 2026-07-20?";
const second = "When does the hub of shipment S-105 close on 2026-07-20?";

/** Whether the agent looks things up. An answer that is right by chance fails: it rests on nothing. */
export default defineEnvironment({
  name: "multi-step-tools",
  agent,
  tasks: [
    { id: "direct", input: first },
    { id: "when-odd", input: onlyIf("odd", 8, first) },
    { id: "when-even", input: onlyIf("even", 9, second) },
  ],
  scorer: toolCallScorer({ expected: ["read_dispatch_plan", "lookup_hub_window"] }),
});
