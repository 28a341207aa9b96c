import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { jsonEquals } from "@rollouts/scorers";
import { z } from "zod";
import { offlineModel } from "./offline-model.ts";

/** Contracts with amendments: what is in force, and which sources say so. Every field must be right. */
export default defineEnvironment({
  name: "structured-extraction",
  agent: defineAgent({
    model: offlineModel,
    instructions: `Extract the terms in force.
- An amendment that is not signed does not count.
- An amendment for one site leaves the contract as it is and does not count.
- Amendments apply in the order of signing, each only to the fields that it names.
- applied: the base and every amendment that counts, sorted as text, so that S10 stands before S2.`,
    outputSchema: z.object({
      contract: z.string(),
      seats: z.int(),
      price: z.int().describe("EUR a seat"),
      renews: z.iso.date(),
      applied: z.array(z.string()),
    }),
  }),
  tasks: [
    {
      id: "later-amendment-stands-first",
      input: `Contract AC-17, base S1: 12 seats, 40 EUR a seat, renews 2026-03-01.
S2, signed 2025-05-02: 15 seats.
S10, signed 2025-04-01: 20 seats, 38 EUR a seat.`,
      expected: {
        contract: "AC-17",
        seats: 15,
        price: 38,
        renews: "2026-03-01",
        applied: ["S1", "S10", "S2"],
      },
    },
    {
      id: "unsigned-amendment",
      input: `Contract BX-204, base S1: 100 seats, 9 EUR a seat, renews 2026-01-15.
S2, signed 2025-06-30: 80 seats.
S3, not signed: 60 seats, 7 EUR a seat.
S4, signed 2025-06-01: renews 2027-01-15, 90 seats.`,
      expected: {
        contract: "BX-204",
        seats: 80,
        price: 9,
        renews: "2027-01-15",
        applied: ["S1", "S2", "S4"],
      },
    },
    {
      id: "later-narrow-amendment",
      input: `Contract QZ-9, base S4: 5 seats, 120 EUR a seat, renews 2025-12-31.
S11, signed 2025-03-03: 110 EUR a seat.
S12, signed 2025-03-04, for the site Bremen: 90 EUR a seat.`,
      expected: {
        contract: "QZ-9",
        seats: 5,
        price: 110,
        renews: "2025-12-31",
        applied: ["S11", "S4"],
      },
    },
    {
      id: "nothing-counts",
      input: `Contract LM-44, base S1: 30 seats, 25 EUR a seat, renews 2026-09-01.
S2, not signed: renews 2028-09-01.
S3, signed 2025-02-01, for the site Lyon: 10 seats.`,
      expected: {
        contract: "LM-44",
        seats: 30,
        price: 25,
        renews: "2026-09-01",
        applied: ["S1"],
      },
    },
    {
      id: "field-by-field",
      input: `Contract TR-6, base S9: 8 seats, 75 EUR a seat, renews 2026-05-05.
S20, signed 2025-08-20: 70 EUR a seat, renews 2026-11-05.
S3, signed 2025-08-19: 72 EUR a seat, 10 seats.
S100, signed 2025-08-21: 9 seats.`,
      expected: {
        contract: "TR-6",
        seats: 9,
        price: 70,
        renews: "2026-11-05",
        applied: ["S100", "S20", "S3", "S9"],
      },
    },
  ],
  scorer: jsonEquals(),
});
