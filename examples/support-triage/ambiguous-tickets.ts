import { defineEnvironment } from "@rollouts/core";
import environment from "./environment.ts";

const withdrawn = [12, 13, 16, 17, 18, 19, 20, 21, 22, 24, 26, 29, 30, 31, 32];
const wishes = Array.from({ length: 32 }, (_, index) => {
  const id = index + 1;
  const wish =
    id === 14 ? "Please encrypt report 14, in case it is leaked." : `Please add report ${id}.`;
  return `I${id} ${wish}${withdrawn.includes(id) ? " (withdrawn)" : ""}`;
});

/** The same agent and scorer, with tickets whose words point to another queue than their meaning. */
export default defineEnvironment({
  ...environment,
  name: "ambiguous-tickets",
  tasks: [
    {
      id: "crash-then-charge",
      input: `I1 The app crashes while we pay. (solved)
I2 After that crash we were charged twice.`,
      expected: { queue: "billing", winner: "I2", checksum: 8 },
    },
    {
      id: "slow-then-refund",
      input: `I1 Pages are slow, and the refund for that has not arrived.
I2 The app crashes on print. (withdrawn)`,
      expected: { queue: "billing", winner: "I1", checksum: 1 },
    },
    {
      id: "feature-with-hypothetical-risk",
      input: `I1 Please add single sign-on, in case a phone is stolen.
I2 The export is broken.`,
      expected: { queue: "bug", winner: "I2", checksum: 33 },
    },
    {
      id: "paid-but-locked-out",
      input: `I1 We are locked out. (same as I2)
I2 We paid the invoice and still cannot log in.`,
      expected: { queue: "access", winner: "I2", checksum: 8 },
    },
    {
      id: "wish-for-an-audit-log",
      input: `I1 Please add an audit log, in case something is leaked.
I2 Could the list show who changed what?`,
      expected: { queue: "feature", winner: "I1", checksum: 33 },
    },
    {
      id: "many-wishes",
      input: wishes.join("\n"),
      expected: { queue: "feature", winner: "I1", checksum: 1156 },
    },
  ],
});
