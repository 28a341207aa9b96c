import { isPlainObject, withoutUndefined } from "@rollouts/core";
import { findEventError, findToldError } from "../failures/error-body.ts";
import { parseData, type StreamFold, type StreamStep } from "../wire/stream-fold.ts";
import { createChatMessageFold } from "./chat-message-fold.ts";

type Members = Record<string, unknown>;

const nothing = { text: undefined, isProgress: false };

/**
 * Reads the chunks of a Chat Completions stream and puts the message of the first choice together. The
 * reply is whole with a finish reason or with `[DONE]`; servers differ in which of the two they send.
 */
export function createChatFold(): StreamFold {
  const message = createChatMessageFold();
  /** Members of the chunks that are told once, or the same each time. */
  let facts: Members = {};
  let finishReason: unknown;
  let error: unknown;
  let state: StreamStep["state"] = "open";

  function fail(told: unknown): StreamStep {
    error = told;
    state = "over";
    return { isProgress: true, state };
  }

  function takeChoice(choice: Members): StreamStep {
    const step = isPlainObject(choice.delta) ? message.add(choice.delta) : nothing;
    const told = findToldError(choice);
    if (told !== undefined) return fail(told);
    const label = choice.finish_reason;
    // Some servers send an empty one with every chunk.
    if (typeof label !== "string" || label === "") return { ...step, state };
    finishReason ??= label;
    // No usage follows an error.
    state = label === "error" ? "over" : "closing";
    return { text: step.text, isProgress: true, state };
  }

  return {
    body() {
      if (state === "open") return undefined;
      const choice = { message: message.whole(), finish_reason: finishReason };
      return { ...facts, ...withoutUndefined({ error }), choices: [choice] };
    },
    take(event) {
      if (event.data === "[DONE]") {
        state = "over";
        return { isProgress: true, state };
      }
      const chunk = parseData(event);
      const told = findEventError(event, chunk);
      if (told !== undefined) return fail(told);
      if (!isPlainObject(chunk)) return { isProgress: false, state };
      facts = { ...facts, ...readFacts(chunk) };
      const choice = findFirstChoice(chunk.choices);
      return choice === undefined ? { isProgress: false, state } : takeChoice(choice);
    },
  };
}

/** Servers may announce filters before the first choice, and their findings after the last. */
function findFirstChoice(choices: unknown): Members | undefined {
  if (!Array.isArray(choices)) return undefined;
  return choices.find((choice) => isPlainObject(choice) && (choice.index ?? 0) === 0);
}

function readFacts(chunk: Members): Members {
  const { id, model, system_fingerprint, service_tier, usage, x_groq } = chunk;
  const facts = {
    id: id || undefined,
    model: model || undefined,
    system_fingerprint: system_fingerprint ?? undefined,
    service_tier: service_tier ?? undefined,
    usage: usage ?? (isPlainObject(x_groq) ? x_groq.usage : undefined) ?? undefined,
  };
  return withoutUndefined(facts);
}
