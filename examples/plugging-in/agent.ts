// An agent of one's own: it drafts an answer, and looks it over in a second call.
import type { Agent, Message, Model } from "@rollouts/core";

const draft = "Answer the question.";
const review = "Look your answer over. Reply with the right answer and nothing else.";

export function carefulAgent(model: Model): Agent {
  return {
    specVersion: "v1",
    model,
    // All that shapes the answers but the model: what the prompts say, and a version of the rest.
    identity: () => ({ kind: "careful-agent", version: 1, draft, review }),
    // The model of the context and not the one above: it waits its turn, and may be another.
    async *run(input, { model, signal }) {
      // What changes during a run lives in here: many runs share the agent at once.
      const asked: readonly Message[] =
        typeof input === "string" ? [{ role: "user", content: input }] : input;
      const messages: Message[] = [{ role: "system", content: draft }, ...asked];
      for (const message of messages) yield { type: "message", message };
      for (const next of [review, null]) {
        const reply = await model.generate({ messages: [...messages], signal });
        const { message, finishReason, usage = {}, served } = reply; // no usage: unknown, not 0
        messages.push(message);
        yield { type: "message", message };
        yield { type: "usage", usage, served };
        const { content: text } = message;
        const refusal = finishReason === "content-filter" ? "content filter" : message.refusal;
        if (refusal || finishReason !== "stop" || next === null) {
          const status = refusal || finishReason === "stop" ? "completed" : "truncated";
          const output = refusal ? undefined : (text ?? undefined);
          yield { type: "end", status, output, text, refusal };
          return;
        }
        const ask: Message = { role: "user", content: next };
        messages.push(ask);
        yield { type: "message", message: ask };
      }
    },
  };
}
