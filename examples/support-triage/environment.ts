import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { jsonEquals } from "@rollouts/scorers";
import { z } from "zod";
import { offlineModel } from "./offline-model.ts";

/** Tickets with several issues: which queue gets them. The checksum shows what was counted. */
export default defineEnvironment({
  name: "support-triage",
  agent: defineAgent({
    model: offlineModel,
    instructions: `Find the queue of the ticket.
- An issue is active unless it is solved, withdrawn or the same as another one.
- The queues from most to least urgent: security, access, billing, bug, feature.
- The active issue of the most urgent queue wins, among equals the first; the ticket goes to its queue.
- A risk that the customer only imagines ("in case ...") makes no issue urgent.
- checksum: number the active issues 1, 2, 3, ... in order. Sum up the square of that position times the cube of the number in the id, and take the remainder modulo 9973.`,
    outputSchema: z.object({
      queue: z.enum(["security", "access", "billing", "bug", "feature"]),
      winner: z.string().describe("id of the issue that wins"),
      checksum: z.int(),
    }),
  }),
  tasks: [
    {
      id: "locked-out",
      input: `I1 We are locked out since the update.
I2 The March invoice shows the wrong address.
I3 A stranger was signed in as our admin. (withdrawn)`,
      expected: { queue: "access", winner: "I1", checksum: 33 },
    },
    {
      id: "double-charge",
      input: `I1 Nobody can log in. (solved)
I2 We were charged twice in July.
I3 The same amount was charged two times. (same as I2)`,
      expected: { queue: "billing", winner: "I2", checksum: 8 },
    },
    {
      id: "long-thread",
      input: `I1 The app crashes on start. (solved)
I2 The export is broken.
I3 A laptop with our keys was stolen. (withdrawn)
I4 Nobody can log in. (solved)
I5 We would like a dark mode.
I6 The invoice of May is missing.
I7 The search ends with an error.
I8 A stranger reads our mail. (solved)
I9 Two people are locked out.
I10 Our customer list has leaked.
I11 The refund has not arrived.
I12 The chart is broken on small screens.
I13 The search ends with an error. (same as I7)
I14 Please add a calendar. (withdrawn)
I15 The invoice of May is missing. (same as I6)
I16 The new password is not accepted.
I17 We were charged for a deleted seat.
I18 Could the list be sorted by name?
I19 Customer data has leaked. (same as I10)
I20 The app crashes on print. (withdrawn)`,
      expected: { queue: "security", winner: "I10", checksum: 1503 },
    },
  ],
  scorer: jsonEquals(),
});
