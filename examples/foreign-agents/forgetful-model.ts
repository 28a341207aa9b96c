import type { Message, Model, ModelRequest, ToolCall } from "@rollouts/core";

/**
 * A simulated model that notes the things it is told, one tool call each, and then counts what is on
 * the pad. The longer the list, the likelier it overlooks one: the seed of the attempt decides.
 */
export function forgetfulModel(): Model {
  return {
    specVersion: "v1",
    provider: "simulated",
    modelId: "forgetful",
    identity: () => ({ policy: { model: "forgetful", version: 1 } }),
    async generate(request) {
      request.signal.throwIfAborted();
      const answer = countNotes(request.messages);
      if (answer !== undefined) {
        return { message: { role: "assistant", content: answer }, finishReason: "stop" };
      }
      const toolCalls = noteAll(request);
      return {
        message: { role: "assistant", content: null, toolCalls },
        finishReason: "tool-calls",
      };
    },
  };
}

/** The longest list that a tool told of; undefined before there is one. */
function countNotes(messages: readonly Message[]): string | undefined {
  const told = messages.filter(({ role }) => role === "tool").map(({ content }) => String(content));
  const counts = told.map((text) => text.split(", ").length);
  return counts.length === 0 ? undefined : String(Math.max(...counts));
}

function noteAll({ messages, attempt }: ModelRequest): readonly ToolCall[] {
  const prompt = messages.findLast(({ role }) => role === "user")?.content;
  const things = String(prompt)
    .replace(/^.*: |\.$/g, "")
    .split(", ");
  const overlooked = (attempt?.seed ?? 0) % 7;
  return things
    .filter((_, index) => index === 0 || index !== overlooked)
    .map((text, index) => ({
      id: `call_${index}`,
      name: "add_note",
      rawArguments: JSON.stringify({ text }),
    }));
}
