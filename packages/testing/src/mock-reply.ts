import type { FixtureResponse } from "@copilotkit/aimock";
import { type ModelResponse, RolloutsError, type Usage } from "@rollouts/core";

/** Puts a model's answer into aimock's terms. @throws RolloutsError for a refusal. */
export function toMockReply({ message, finishReason, usage }: ModelResponse): FixtureResponse {
  const { content, toolCalls = [], reasoning, refusal } = message;
  if (refusal !== undefined)
    throw new RolloutsError({
      code: "mock_unsupported",
      message: "The mock server cannot send a refusal. Test refusals with scriptedModel.",
    });
  const calls = toolCalls.map(({ id, name, rawArguments }) => ({
    id,
    name,
    arguments: rawArguments,
  }));
  return {
    ...(calls.length > 0 && { toolCalls: calls }),
    // A reply without tool calls needs a text.
    ...((content !== null || calls.length === 0) && { content: content ?? "" }),
    ...(reasoning !== undefined && { reasoning }),
    ...(finishReason !== "other" && { finishReason: finishReason.replace("-", "_") }),
    ...(usage && { usage: toMockUsage(usage) }),
  };
}

function toMockUsage({ inputTokens, outputTokens, totalTokens }: Usage) {
  return {
    ...(inputTokens === undefined ? {} : { input_tokens: inputTokens }),
    ...(outputTokens === undefined ? {} : { output_tokens: outputTokens }),
    ...(totalTokens === undefined ? {} : { total_tokens: totalTokens }),
  };
}
