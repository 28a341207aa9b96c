import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { jsonEquals } from "@rollouts/scorers";
import { scriptedModel } from "@rollouts/testing";
import { z } from "zod";

const line = z.object({ sku: z.string(), quantity: z.int() });
const order = z.object({
  order: z.string(),
  items: z.array(line),
  shipments: z.array(z.object({ id: z.string(), lines: z.array(line) })),
  unshipped: z.array(line),
  events: z.array(z.object({ shipment: z.string(), kind: z.enum(["lost", "corrected"]) })),
});

/** Reads orders line by line; forgets each of the three rules with a probability of 1 in 8. */
const offlineModel = scriptedModel(
  ({ messages, attempt }) => {
    const remembers = (rule: number) => (((attempt?.seed ?? 0) >>> (3 * rule)) & 7) !== 0;
    return JSON.stringify(readOrder(String(messages.at(-1)?.content), remembers));
  },
  { provider: "offline", modelId: "forgetful-bookkeeper" },
);

function readOrder(text: string, remembers: (rule: number) => boolean): z.infer<typeof order> {
  const lines = (list = "") =>
    [...list.matchAll(/(\d+) x (\w+)/g)].map(([, quantity, sku = ""]) => ({
      sku,
      quantity: Number(quantity),
    }));
  const [, id = "", ordered] = /Order (\S+): (.+)/.exec(text) ?? [];
  const items = lines(ordered);
  const shipments = [...text.matchAll(/(V\d+) ships (.+)/g)].map(([, id = "", list]) => ({
    id,
    lines: lines(list),
  }));
  const events: z.infer<typeof order>["events"] = [];
  for (const [, shipment = "", list] of text.matchAll(/(V\d+) (?:held|is lost)(.*)/g)) {
    const found = shipments.find(({ id }) => id === shipment);
    const isLost = list === ".";
    events.push({ shipment, kind: isLost ? "lost" : "corrected" });
    if (found && !isLost && remembers(0)) found.lines = lines(list);
  }
  const isLost = (id: string) =>
    remembers(1) && events.some(({ shipment, kind }) => shipment === id && kind === "lost");
  const shipped = shipments.filter(({ id }) => !isLost(id)).flatMap(({ lines }) => lines);
  const unshipped = items
    .map(({ sku, quantity }) => ({
      sku,
      quantity: shipped.reduce(
        (left, line) => (line.sku === sku ? left - line.quantity : left),
        quantity,
      ),
    }))
    .filter(({ quantity }) => quantity > 0 || !remembers(2));
  return { order: id, items, shipments, unshipped, events };
}

const item = (sku: string, quantity: number) => ({ sku, quantity });

/** Orders inside orders: lists of records, whose balances must come out. */
export default defineEnvironment({
  name: "nested-records",
  agent: defineAgent({
    model: offlineModel,
    instructions: `Extract the order with all its records, each list in the order of the text.
- shipments: what each one held in the end; a correction replaces all its lines. A lost one stays in the list.
- unshipped: what was ordered, less what was shipped. Nothing of a lost shipment was shipped.
- unshipped leaves out items of which nothing is missing.
- events: losses and corrections.`,
    outputSchema: order,
  }),
  tasks: [
    {
      id: "partial-shipment",
      input: "Order O-71: 4 x lamp, 10 x bulb.\nV1 ships 3 x lamp, 10 x bulb.",
      expected: {
        order: "O-71",
        items: [item("lamp", 4), item("bulb", 10)],
        shipments: [{ id: "V1", lines: [item("lamp", 3), item("bulb", 10)] }],
        unshipped: [item("lamp", 1)],
        events: [],
      },
    },
    {
      id: "lost-shipment",
      input:
        "Order R-8: 5 x chair, 2 x table.\nV1 ships 5 x chair.\nV2 ships 2 x table.\nV2 is lost.",
      expected: {
        order: "R-8",
        items: [item("chair", 5), item("table", 2)],
        shipments: [
          { id: "V1", lines: [item("chair", 5)] },
          { id: "V2", lines: [item("table", 2)] },
        ],
        unshipped: [item("table", 2)],
        events: [{ shipment: "V2", kind: "lost" }],
      },
    },
    {
      id: "correction-and-loss",
      input: `Order X-42: 6 x cup, 6 x plate, 1 x tray.
V1 ships 6 x cup, 4 x plate.
V2 ships 1 x tray.
V1 held 5 x cup, 4 x plate.
V2 is lost.`,
      expected: {
        order: "X-42",
        items: [item("cup", 6), item("plate", 6), item("tray", 1)],
        shipments: [
          { id: "V1", lines: [item("cup", 5), item("plate", 4)] },
          { id: "V2", lines: [item("tray", 1)] },
        ],
        unshipped: [item("cup", 1), item("plate", 2), item("tray", 1)],
        events: [
          { shipment: "V1", kind: "corrected" },
          { shipment: "V2", kind: "lost" },
        ],
      },
    },
    {
      id: "second-delivery",
      input: `Order F-900: 900 x screw, 300 x nut, 20 x bolt.
V1 ships 400 x screw, 300 x nut.
V2 ships 500 x screw.
V3 ships 20 x bolt.
V2 is lost.
V4 ships 450 x screw.
V3 held 18 x bolt.`,
      expected: {
        order: "F-900",
        items: [item("screw", 900), item("nut", 300), item("bolt", 20)],
        shipments: [
          { id: "V1", lines: [item("screw", 400), item("nut", 300)] },
          { id: "V2", lines: [item("screw", 500)] },
          { id: "V3", lines: [item("bolt", 18)] },
          { id: "V4", lines: [item("screw", 450)] },
        ],
        unshipped: [item("screw", 50), item("bolt", 2)],
        events: [
          { shipment: "V2", kind: "lost" },
          { shipment: "V3", kind: "corrected" },
        ],
      },
    },
  ],
  scorer: jsonEquals(),
});
