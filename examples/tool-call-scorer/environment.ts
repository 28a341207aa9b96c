import { chains } from "@examples/models";
import { defineAgent, tool } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { toolCallScorer } from "@rollouts/scorers";
import { z } from "zod";
import { dispatcher } from "./dispatcher.ts";

const cutoffs = { north: "17:00", south: "16:30" };
const parameters = z.object({ region: z.enum(["north", "south"]) });

/** Both results are odd, so the backup carrier is never wanted: it is there to tempt. */
const orWithBackup = (order: string) =>
  `Then: ${order} If the result is even, look up the backup carrier too.`;

export default defineEnvironment({
  name: "tool-call-scorer",
  agent: defineAgent({
    model: dispatcher,
    instructions: "Use the tools that the question calls for, and no other.",
    tools: [
      tool({
        name: "lookup_shipping_cutoff",
        description: "Tells until when parcels to a region are shipped the same day.",
        parameters,
        execute: ({ region }) => `Parcels to the ${region} are shipped until ${cutoffs[region]}.`,
      }),
      tool({
        name: "lookup_backup_carrier",
        description: "Tells who ships to a region when the usual carrier does not.",
        parameters,
        execute: ({ region }) => `The backup carrier for the ${region} is Alder Freight.`,
      }),
    ],
  }),
  tasks: [
    { id: "direct-lookup", input: "Look up the shipping cutoff for the north." },
    {
      id: "route-by-a",
      input: `${chains.a.input} ${orWithBackup("Look up the shipping cutoff for the north.")}`,
    },
    {
      id: "route-by-b",
      input: `${chains.b.input} ${orWithBackup("Look up the shipping cutoff for the south.")}`,
    },
  ],
  scorer: toolCallScorer({ expected: ["lookup_shipping_cutoff"], allowAdditional: false }),
});
