// An agent of one function, which asks a model of one's own.
import { functionAgent, type Message } from "@rollouts/core";
import { acme } from "./acme.ts";

// #region agent
export const agent = functionAgent({
  model: acme("m-1", { apiKey: "...", baseURL: "..." }),
  identity: { prompt: "v1" }, // what fingerprints see of `run`; default: its source text
  async run(input, { model, signal }) {
    const messages: Message[] =
      typeof input === "string" ? [{ role: "user", content: input }] : [...input];
    const { message, finishReason, usage } = await model.generate({ messages, signal });
    return {
      text: message.content,
      refusal: message.refusal,
      usage,
      status: finishReason === "length" ? "truncated" : "completed",
    };
  },
});
// #endregion
