import {
  type ModelRequest,
  type ToolChoice,
  type ToolSpec,
  withoutUndefined,
} from "@rollouts/core";
import type { ModelDefinition } from "../call.ts";
import type { AiSdkCallOptions } from "../language-model.ts";
import type { PromptMessage } from "./prompt-message.ts";

/** What the model is called with. Nothing that needs tools is sent without tools. */
export function toCallOptions(
  request: ModelRequest,
  { settings }: ModelDefinition,
  { prompt, signal }: { prompt: readonly PromptMessage[]; signal: AbortSignal },
): AiSdkCallOptions {
  const { tools = [], toolChoice, output, attempt } = request;
  const { seed, stop, reasoningEffort, providerOptions } = settings;
  const hasTools = tools.length > 0;
  return withoutUndefined({
    prompt,
    maxOutputTokens: settings.maxOutputTokens,
    temperature: settings.temperature,
    topP: settings.topP,
    topK: settings.topK,
    presencePenalty: settings.presencePenalty,
    frequencyPenalty: settings.frequencyPenalty,
    // A copy, since some providers add to the list.
    stopSequences: stop && [...stop],
    seed: seed === "per-attempt" ? attempt?.seed : seed,
    tools: hasTools ? tools.map(toFunctionTool) : undefined,
    toolChoice: hasTools && toolChoice !== undefined ? toChoice(toolChoice) : undefined,
    responseFormat: output && withoutUndefined({ type: "json", ...output }),
    reasoning: reasoningEffort,
    providerOptions,
    abortSignal: signal,
  });
}

function toFunctionTool({ name, description, parameters }: ToolSpec): object {
  return withoutUndefined({ type: "function", name, description, inputSchema: parameters });
}

function toChoice(choice: ToolChoice): object {
  return typeof choice === "string" ? { type: choice } : { type: "tool", toolName: choice.name };
}
