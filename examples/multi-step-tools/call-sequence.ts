import { defineEnvironment } from "@rollouts/core";
import { toolCallScorer } from "@rollouts/scorers";
import { agent } from "./agent.ts";
import { onlyIf } from "./questions.ts";

const question =
  "First, when does the hub of shipment S-104 close on 2026-07-20? Then, how is the wind there?";

/** Three calls in this order, and no other. */
export default defineEnvironment({
  name: "call-sequence",
  agent,
  tasks: [
    { id: "direct", input: question },
    { id: "when-odd", input: onlyIf("odd", 8, question) },
    { id: "when-even", input: onlyIf("even", 9, question) },
  ],
  scorer: toolCallScorer({
    expected: [
      { name: "read_dispatch_plan", arguments: { shipment: "S-104" } },
      { name: "lookup_hub_window", arguments: { hub: "H-17", date: "2026-07-20" } },
      { name: "read_weather", arguments: { station: "WX-LDS" } },
    ],
    ordered: true,
    allowAdditional: false,
  }),
});
