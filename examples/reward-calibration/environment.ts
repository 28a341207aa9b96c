import { defineEnvironment, functionAgent } from "@rollouts/core";
import { mentionsNumber } from "./scorers.ts";

const styles = ["42", "The answer is 42.", "It is not 42.", "42000", "forty-two"];

/** The scorer is what is under test, so the agent answers in one of five styles, right or wrong. */
export default defineEnvironment({
  name: "reward-calibration",
  agent: functionAgent({
    name: "five-styles",
    identity: { styles },
    run: (_input, { seed }) => styles[seed % styles.length] ?? "",
  }),
  tasks: [{ id: "product", input: "Multiply 6 by 7.", expected: 42 }],
  scorer: mentionsNumber,
});
