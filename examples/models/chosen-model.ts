import { parseArgs } from "node:util";
import type { Model } from "@rollouts/core";
import { type OpenAISettings, openai } from "@rollouts/provider-openai";

/**
 * The model that `--model openai:<id>` asks for, or undefined without the flag: an example then
 * answers with the simulated model of its environment, offline. It thinks with low effort unless
 * `settings` say otherwise.
 */
export function chosenModel(settings: OpenAISettings = {}): Model | undefined {
  const { values } = parseArgs({ options: { model: { type: "string" } }, strict: false });
  if (values.model === undefined) return undefined;
  const [, modelId] = /^openai:(.+)$/.exec(String(values.model)) ?? [];
  if (modelId === undefined) throw new Error("--model takes openai:<id>, such as openai:gpt-5.5.");
  return openai(modelId, { reasoningEffort: "low", ...settings });
}
