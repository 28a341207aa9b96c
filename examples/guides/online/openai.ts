import { openai } from "@rollouts/provider-openai";

const model = openai("gpt-5.5", { reasoningEffort: "low", maxOutputTokens: 2000 });

const reply = await model.generate({
  messages: [{ role: "user", content: "What is 17 * 23? Only the number." }],
  signal: AbortSignal.timeout(60_000),
});
console.log(reply.message.content, reply.finishReason, reply.usage);
