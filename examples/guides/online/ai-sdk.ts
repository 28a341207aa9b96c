import { openai } from "@ai-sdk/openai";
import { fromAiSdk } from "@rollouts/provider-ai-sdk";

const model = fromAiSdk(openai("gpt-5.5"), {
  maxOutputTokens: 2000,
  providerOptions: { openai: { store: false, reasoningEffort: "low" } },
});

const reply = await model.generate({
  messages: [{ role: "user", content: "What is 17 * 23? Only the number." }],
  signal: AbortSignal.timeout(60_000),
});
console.log(reply.message.content, reply.finishReason, reply.usage);
