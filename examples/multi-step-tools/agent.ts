import { defineAgent, tool } from "@rollouts/agent";
import { z } from "zod";
import { offlineModel } from "./offline-model.ts";

const plan = new Map([
  ["S-104", { hub: "H-17", station: "WX-LDS" }],
  ["S-105", { hub: "H-19", station: "WX-MAN" }],
]);
const closing = new Map([
  ["H-17", "17:22"],
  ["H-19", "16:55"],
]);
const wind = new Map([
  ["WX-LDS", "moderate"],
  ["WX-MAN", "low"],
]);

/** What a tool throws is told to the model; the execution then counts as failed. */
function find<Value>(table: ReadonlyMap<string, Value>, key: string): Value {
  const found = table.get(key);
  if (found === undefined) throw new Error(`There is no ${key}.`);
  return found;
}

export const agent = defineAgent({
  model: offlineModel,
  instructions:
    "Answer with the help of the tools. The hub of a shipment is in the dispatch plan: never guess it. Use no tool when the question says so.",
  tools: [
    tool({
      name: "read_dispatch_plan",
      description: "Tells the hub of a shipment and the weather station beside it.",
      parameters: z.object({ shipment: z.string() }),
      execute: ({ shipment }) => find(plan, shipment),
    }),
    tool({
      name: "lookup_hub_window",
      description: "Tells when a hub closes on a day.",
      parameters: z.object({ hub: z.string(), date: z.iso.date() }),
      execute: ({ hub }) => ({ closes: find(closing, hub) }),
    }),
    tool({
      name: "read_weather",
      description: "Tells the wind at a weather station.",
      parameters: z.object({ station: z.string() }),
      execute: ({ station }) => ({ wind: find(wind, station) }),
    }),
  ],
});
