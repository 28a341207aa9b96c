import type { Model } from "@rollouts/core";

/** A provider in a file of the user's own: it answers every prompt in capitals. */
export const vendorModel: Model = {
  specVersion: "v1",
  provider: "vendor",
  modelId: "shout-1",
  identity: () => ({ policy: { adapter: "vendor-1", model: "shout-1" } }),
  async generate({ messages }) {
    const prompt = String(messages.at(-1)?.content);
    return {
      message: { role: "assistant", content: prompt.toUpperCase() },
      finishReason: "stop",
      usage: { inputTokens: prompt.length },
    };
  },
};
