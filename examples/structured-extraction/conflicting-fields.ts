import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { jsonEquals } from "@rollouts/scorers";
import { scriptedModel } from "@rollouts/testing";
import { z } from "zod";

/** Reads reports by patterns; forgets each rule, or the last round, with a probability of 1 in 8. */
const offlineModel = scriptedModel(
  ({ messages, attempt }) => {
    const remembers = (rule: number) => (((attempt?.seed ?? 0) >>> (3 * rule)) & 7) !== 0;
    const text = String(messages.at(-1)?.content);
    const reports = [...text.matchAll(/R(\d+) \((\w+), ([\d-]+)(, void)?\): (.+)/g)]
      .map(([, id, role = "", date = "", mark, fields = ""]) => ({
        id: Number(id),
        role,
        date,
        mark,
        fields,
      }))
      .filter(({ mark }) => mark === undefined || !remembers(0));

    const trust = ["customer", "carrier", "customs"];
    const rank = ({ role, date }: { role: string; date: string }) =>
      `${remembers(1) ? trust.indexOf(role) : 0} ${remembers(2) ? date : ""}`;
    const ranked = reports.toSorted((a, b) => rank(a).localeCompare(rank(b)));
    const field = (pattern: RegExp) =>
      ranked
        .map(({ fields }) => pattern.exec(fields)?.[1])
        .findLast((value) => value !== undefined);

    const sources = reports.map(({ id }) => id);
    return JSON.stringify({
      shipment: /Shipment (\S+)/.exec(text)?.[1],
      weight: Number(field(/weight (\d+)/)),
      arrives: field(/arrives ([\d-]+)/),
      status: field(/status (\w+)/),
      sources,
      checksum: checksum(sources, remembers(3) ? 8 : 7),
    });
  },
  { provider: "offline", modelId: "forgetful-clerk" },
);

/** Remainders stay below 10^7 + 19, so that squares stay below 2^53. */
function checksum(sources: readonly number[], rounds: number): number {
  let value = sources.reduce((sum, number, index) => sum + (index + 1) * number, 271828);
  for (let round = 1; round <= rounds; round += 1)
    value = (value * value + 97 * round + 31) % 10000019;
  return value;
}

/** Reports that contradict one another, and a checksum over those that count. */
export default defineEnvironment({
  name: "conflicting-fields",
  agent: defineAgent({
    model: offlineModel,
    instructions: `Extract the shipment from its reports.
- A void report counts for nothing.
- For each field, the most trusted report that names it decides: customs before carrier before customer.
- Among equally trusted ones, the latest decides.
- sources: the numbers of the reports that count, in the order given.
- checksum: begin with 271828 plus the sum of i * n, where n is the i-th of the sources and i counts from 1. Then, for each round r from 1 to 8, square it, add 97 * r + 31, and take the remainder modulo 10000019.`,
    outputSchema: z.object({
      shipment: z.string(),
      weight: z.int().describe("kg"),
      arrives: z.iso.date(),
      status: z.enum(["moving", "held", "released"]),
      sources: z.array(z.int()),
      checksum: z.int(),
    }),
  }),
  tasks: [
    {
      id: "void-customs-report",
      input: `Shipment SH-81
R1 (carrier, 2026-07-02): weight 120 kg, arrives 2026-07-09, status moving
R2 (customs, 2026-07-03, void): weight 12 kg, status held`,
      expected: {
        shipment: "SH-81",
        weight: 120,
        arrives: "2026-07-09",
        status: "moving",
        sources: [1],
        checksum: 8635946,
      },
    },
    {
      id: "earlier-but-trusted",
      input: `Shipment SH-205
R1 (customs, 2026-07-01): weight 55 kg, status released
R2 (carrier, 2026-07-02, void): arrives 2026-07-30
R5 (carrier, 2026-07-04): weight 50 kg, arrives 2026-07-11, status moving`,
      expected: {
        shipment: "SH-205",
        weight: 55,
        arrives: "2026-07-11",
        status: "released",
        sources: [1, 5],
        checksum: 6175153,
      },
    },
    {
      id: "one-report-left",
      input: `Shipment SH-9
R1 (customer, 2026-06-28): weight 7 kg, arrives 2026-07-01, status held
R2 (customs, 2026-06-29, void): status released
R7 (carrier, 2026-06-30, void): arrives 2026-07-05`,
      expected: {
        shipment: "SH-9",
        weight: 7,
        arrives: "2026-07-01",
        status: "held",
        sources: [1],
        checksum: 8635946,
      },
    },
    {
      id: "many-reports",
      input: `Shipment SH-777
R1 (customer, 2026-07-01): weight 900 kg
R2 (carrier, 2026-07-03): weight 910 kg, arrives 2026-07-20
R3 (carrier, 2026-07-02): weight 905 kg, arrives 2026-07-18
R4 (customer, 2026-07-09): arrives 2026-07-15, status moving
R5 (customs, 2026-07-05): status held
R6 (customs, 2026-07-04): status moving
R7 (carrier, 2026-07-06): arrives 2026-07-21
R8 (customer, 2026-07-10): weight 890 kg
R9 (carrier, 2026-07-05): status released
R10 (customer, 2026-07-11): arrives 2026-07-14
R11 (carrier, 2026-07-01): weight 899 kg
R12 (customs, 2026-07-12, void): weight 1 kg, status released`,
      expected: {
        shipment: "SH-777",
        weight: 910,
        arrives: "2026-07-21",
        status: "held",
        sources: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
        checksum: 4126617,
      },
    },
  ],
  scorer: jsonEquals(),
});
