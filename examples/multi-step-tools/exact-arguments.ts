import { defineEnvironment } from "@rollouts/core";
import { toolCallScorer } from "@rollouts/scorers";
import { agent } from "./agent.ts";
import { onlyIf } from "./questions.ts";

const question = "When does the hub of shipment S-104 close on the Monday after 2026-07-17?";

/** The right tools are not enough: what is passed on from one to the next must be right too. */
export default defineEnvironment({
  name: "exact-arguments",
  agent,
  tasks: [
    { id: "direct", input: question },
    { id: "when-odd", input: onlyIf("odd", 8, question) },
  ],
  scorer: toolCallScorer({
    arguments: {
      read_dispatch_plan: { shipment: "S-104" },
      lookup_hub_window: { hub: "H-17", date: "2026-07-20" },
    },
  }),
});
