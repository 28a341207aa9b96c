import type { JsonObject, ModelRequest } from "@rollouts/core";
import type { JudgeSettings } from "./judge-options.ts";

/** Name of the structured output, and of the tool that the judge must call in its place. */
export const answerName = "give_verdict";

/** What the judge's choice is called, and what it may be. */
export const choices = {
  binary: { key: "verdict", type: "string", values: ["pass", "fail"] },
  numeric: { key: "score", type: "integer", values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
} as const;

/** The part of a model request that forces the answer into its channel. */
export function askForAnswer({
  mode,
  answer,
}: Pick<JudgeSettings, "mode" | "answer">): Pick<ModelRequest, "output" | "tools" | "toolChoice"> {
  const schema = answerSchema(mode);
  const description = "Your judgement of the output.";
  if (answer === "output") return { output: { name: answerName, description, schema } };
  return {
    tools: [{ name: answerName, description, parameters: schema }],
    toolChoice: { name: answerName },
  };
}

/**
 * Reasons come before the choice, which so can follow from them. The schema is the same for every
 * call, so that a provider compiles it once.
 */
function answerSchema(mode: JudgeSettings["mode"]): JsonObject {
  const { key, type, values } = choices[mode];
  return {
    type: "object",
    properties: {
      reason: { type: "string", description: "Your reasons, before you decide." },
      [key]: { type, enum: values },
    },
    required: ["reason", key],
    additionalProperties: false,
  };
}
