import { type Message, type Model, ProviderError, type ProviderErrorClass } from "@rollouts/core";

export function acme(id: string, { apiKey = "", baseURL = "https://acme.example/v1" }): Model {
  return {
    specVersion: "v1",
    provider: "acme",
    modelId: id,
    // All that shapes the answers, the address too: another server may be another model.
    // Never a key, a time limit, a proxy, or a port that changes with every run.
    identity: () => ({ policy: { adapter: "acme-1", baseURL, model: id } }),
    async generate({ messages, tools, toolChoice, output, signal }) {
      if (output) throw failure("unsupported-setting", "acme knows no output schemas");
      const wire = { engine: id, turns: messages.map(toWire), tools, choice: toolChoice };
      const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
      const init = { method: "POST", headers, body: JSON.stringify(wire), signal };
      try {
        const response = await fetch(`${baseURL}/answer`, init);
        const body = await response.text();
        if (!response.ok) throw failure(classOf(response.status), body, response.status);
        const { text, calls, tokens }: Reply = JSON.parse(body) ?? {};
        if (text === undefined && !calls) throw failure("protocol", "The reply holds no message.");
        return {
          message: {
            role: "assistant",
            content: text ?? null, // byte for byte: null is "no text", "" is an empty answer
            toolCalls: calls?.map(({ id, name, args }) => ({ id, name, rawArguments: args })),
          },
          finishReason: calls?.length ? "tool-calls" : "stop",
          usage: tokens && { inputTokens: tokens.read, outputTokens: tokens.written },
        };
      } catch (cause) {
        signal.throwIfAborted(); // an abort rejects with the signal's own reason
        if (cause instanceof ProviderError) throw cause;
        throw failure(cause instanceof SyntaxError ? "protocol" : "connection", String(cause));
      }
    },
  };
}

function toWire(message: Message) {
  const { role, content: text } = message;
  if (typeof text === "object" && text) throw failure("unsupported-setting", "acme has no images");
  if (message.role === "tool") return { role, text, call: message.toolCallId };
  const calls = message.role === "assistant" ? message.toolCalls : undefined;
  return {
    role,
    text,
    calls: calls?.map(({ id, name, rawArguments: args }) => ({ id, name, args })),
  };
}

const failure = (errorClass: ProviderErrorClass, message: string, status?: number) =>
  new ProviderError({ provider: "acme", errorClass, message, status });

const classes: Record<number, ProviderErrorClass> = { 401: "authentication", 429: "rate-limit" };
const classOf = (status: number) =>
  classes[status] ?? (status < 500 ? "invalid-request" : "server");

interface Reply {
  text?: string | null;
  calls?: { id: string; name: string; args: string }[]; // args: JSON, as the model wrote it
  tokens?: { read?: number; written?: number };
}
