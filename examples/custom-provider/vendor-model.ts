// A provider for a vendor with a protocol of its own, which knows nothing but text.
import { type Model, ProviderError } from "@rollouts/core";
import { z } from "zod";

export function vendorModel(baseURL: string, id: string): Model {
  // What shapes the answers. Not the address: here its port is another one in every run.
  const identity = () => ({ policy: { adapter: "vendor-1", model: id } });
  const generate: Model["generate"] = async ({ messages, tools, output, signal }) => {
    // To leave out what the vendor cannot do would be to measure another agent.
    const isText = messages.every(({ content }) => typeof content === "string");
    if (tools?.length || output || !isText) throw failure("unsupported-setting", "text only");
    const prompt = messages.map(({ role, content }) => `${role}: ${content}`).join("\n");
    const body = JSON.stringify({ engine: id, prompt });
    try {
      const reply = await fetch(`${baseURL}/answer`, { method: "POST", body, signal });
      if (!reply.ok) throw failure(classOf(reply.status), await reply.text(), reply.status);
      const { answer, read } = replySchema.parse(await reply.json());
      const usage = { inputTokens: read }; // no outputTokens: the vendor counts none, 0 is a claim
      return { message: { role: "assistant", content: answer }, finishReason: "stop", usage };
    } catch (cause) {
      signal.throwIfAborted(); // an abort rejects with the signal's own reason
      if (cause instanceof ProviderError) throw cause;
      // `fetch` throws a TypeError when the connection fails; anything else is a garbled reply.
      throw failure(cause instanceof TypeError ? "connection" : "protocol", String(cause));
    }
  };
  return { specVersion: "v1", provider: "vendor", modelId: id, identity, generate };
}
const replySchema = z.object({ answer: z.string(), read: z.int().optional() });
const failure = (errorClass: ProviderError["errorClass"], message: string, status?: number) =>
  new ProviderError({ provider: "vendor", errorClass, message, status });
const classOf = (status: number) =>
  status === 429 ? "rate-limit" : status < 500 ? "invalid-request" : "server";
