import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { jsonEquals } from "@rollouts/scorers";
import { scriptedModel } from "@rollouts/testing";
import { z } from "zod";

const signs = [
  ["R1", /sees the data of/],
  ["R2", /nobody can work/],
  ["R3", /took money/],
  ["R4", /there is a way around/],
  ["R5", /gold contract/],
  ["R6", /reported by \d\d/],
] as const;

/** Knows the rules by their signs; forgets each one, or that R5 spares P0, 1 time in 8. */
const offlineModel = scriptedModel(
  ({ messages, attempt }) => {
    const remembers = (rule: number) => (((attempt?.seed ?? 0) >>> (3 * rule)) & 7) !== 0;
    const ticket = String(messages.at(-1)?.content);
    const rules: string[] = signs
      .filter(([, sign], rule) => sign.test(ticket) && remembers(rule))
      .map(([id]) => id);
    const has = (id: string) => rules.includes(id);

    const severity = has("R1") ? 0 : has("R2") || has("R3") ? 1 : has("R4") && !has("R6") ? 3 : 2;
    const minutes = [15, 60, 240, 480][severity] ?? 0;
    const halved = has("R5") && (severity > 0 || !remembers(signs.length));
    return JSON.stringify({
      rules,
      severity: `P${severity}`,
      minutes: halved ? minutes / 2 : minutes,
    });
  },
  { provider: "offline", modelId: "forgetful-duty-officer" },
);

/** Rules that overrule one another: which apply, how bad it is, and when an answer is due. */
export default defineEnvironment({
  name: "precedence-rules",
  agent: defineAgent({
    model: offlineModel,
    instructions: `Name the rules that apply, the severity and the minutes until an answer is due.
- R1: a customer sees the data of another one: P0.
- R2: nobody can work: P1.
- R3: we took money that is not ours: P1.
- R4: something is broken, but there is a way around it: P3.
- R5: the customer has a gold contract: half the minutes, except for P0.
- R6: reported by ten people or more: P3 becomes P2.
Of several severities the worst counts; without any it is P2. Minutes: P0 15, P1 60, P2 240, P3 480.`,
    outputSchema: z.object({
      rules: z.array(z.enum(["R1", "R2", "R3", "R4", "R5", "R6"])).describe("in order"),
      severity: z.enum(["P0", "P1", "P2", "P3"]),
      minutes: z.number(),
    }),
  }),
  tasks: [
    {
      id: "charged-gold-customer",
      input: "You took money twice for the same month. We have a gold contract.",
      expected: { rules: ["R3", "R5"], severity: "P1", minutes: 30 },
    },
    {
      id: "foreign-data",
      input:
        "Our gold contract says we are alone on the server, yet everybody here sees the data of another company; reported by 14 colleagues.",
      expected: { rules: ["R1", "R5", "R6"], severity: "P0", minutes: 15 },
    },
    {
      id: "outage",
      input: "Since 9:00 nobody can work. Please mind our gold contract.",
      expected: { rules: ["R2", "R5"], severity: "P1", minutes: 30 },
    },
    {
      id: "known-way-around",
      input:
        "Printing is broken, there is a way around it with a PDF. It was reported by 23 users.",
      expected: { rules: ["R4", "R6"], severity: "P2", minutes: 240 },
    },
    {
      id: "everything-at-once",
      input:
        "Gold or not, we have a gold contract: the shop took money for nothing. For the broken button there is a way around. Both were reported by 40 of us.",
      expected: { rules: ["R3", "R4", "R5", "R6"], severity: "P1", minutes: 30 },
    },
  ],
  scorer: jsonEquals(),
});
