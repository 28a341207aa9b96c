import type { Model } from "@rollouts/core";
import type { Check } from "./check.ts";

/** Where the key of a provider stands by default. */
const variables: ReadonlyMap<string, string> = new Map([["openai", "OPENAI_API_KEY"]]);

/** Whether the key of a model's provider is there. Never shows it. */
export function checkKey(
  model: Pick<Model, "provider" | "modelId"> | undefined,
  env: NodeJS.ProcessEnv = process.env,
): Check {
  const name = "key";
  if (model === undefined) {
    return {
      name,
      state: "ok",
      text: "the agent declares no model, so none is known to be needed",
    };
  }
  const { provider, modelId } = model;
  const variable = variables.get(provider);
  if (variable === undefined) {
    return { name, state: "ok", text: `${provider} ${modelId}: not known to need one` };
  }
  const isThere = (env[variable] ?? "").trim() !== "";
  return {
    name,
    state: isThere ? "ok" : "warning",
    text: `${provider} ${modelId}: ${variable} is ${isThere ? "set" : "not set"}`,
  };
}
