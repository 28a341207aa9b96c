import { invalidArgument } from "@rollouts/core";
import { addFacts, maxFactLength, toFact } from "./facts.ts";
import { textTool } from "./text-tool.ts";

/** Keeps a fact about the user of the run in which it is called. */
export const rememberTool = textTool({
  name: "remember",
  description:
    "Keeps a fact about the user for later conversations. Call it when the user says something about themselves that will still matter then.",
  parameter: "fact",
  meaning: "One short sentence in the third person.",
  async execute(text, context) {
    const fact = toFact(text);
    if (fact === undefined) {
      throw invalidArgument("fact", `a text of 1 to ${maxFactLength} characters`, text);
    }
    await addFacts(context, [fact]);
    return "Remembered.";
  },
});
