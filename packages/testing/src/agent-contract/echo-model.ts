import { createHash } from "node:crypto";
import type { Model, ModelRequest, ModelResponse, ToolCall } from "@rollouts/core";
import { markersIn } from "./marker.ts";
import { sampleJson } from "./sample-json.ts";
import { stringsIn } from "./strings-in.ts";

/**
 * A model that says the marker, and every other marker that it was sent, so that what leaks into a
 * prompt shows in the answer too.
 *
 * When tools are offered it first calls each of them once, with the marker in the arguments.
 */
export function echoModel(marker: string): Model {
  const identity = { provider: "testing", modelId: "echo" };
  return {
    specVersion: "v1",
    ...identity,
    identity: () => ({ policy: identity }),
    async generate(request) {
      request.signal.throwIfAborted();
      const toolCalls = chooseCalls(request, marker);
      if (toolCalls.length > 0) return respond(echo(request, marker), toolCalls);
      const text = answer(request, marker);
      request.onProgress?.({ type: "text-delta", text });
      return respond(text);
    },
  };
}

function respond(content: string, toolCalls?: readonly ToolCall[]): ModelResponse {
  return toolCalls === undefined
    ? { message: { role: "assistant", content }, finishReason: "stop" }
    : { message: { role: "assistant", content, toolCalls }, finishReason: "tool-calls" };
}

function answer(request: ModelRequest, marker: string): string {
  const text = echo(request, marker);
  return request.output === undefined
    ? text
    : JSON.stringify(sampleJson(request.output.schema, text));
}

/** Depends on every word of the conversation. */
function echo({ messages }: ModelRequest, marker: string): string {
  const digest = createHash("sha256").update(stringsIn(messages).join("\n")).digest("hex");
  const heard = markersIn(messages).filter((other) => other !== marker);
  return [`Echo ${digest.slice(0, 8)}:`, marker, ...heard].join(" ");
}

/** None right after the answers to the last ones, so that the conversation comes to an end. */
function chooseCalls(request: ModelRequest, marker: string): readonly ToolCall[] {
  const { messages, tools = [], toolChoice = "auto" } = request;
  if (toolChoice === "none" || messages.at(-1)?.role === "tool") return [];
  const chosen =
    typeof toolChoice === "string" ? tools : tools.filter(({ name }) => name === toolChoice.name);
  return chosen.map(({ name, parameters }, index) => ({
    id: `call-${marker}-${messages.length}-${index}`,
    name,
    rawArguments: JSON.stringify(sampleJson(parameters, marker)),
  }));
}
