import type { ModelProgress } from "@rollouts/core";
import { AnswerFault } from "./answer-fault.ts";
import { createPatience } from "./patience.ts";
import { createSseParser, type SseItem } from "./sse-parser.ts";
import type { StreamFold, StreamStep } from "./stream-fold.ts";

/** How long to wait, once the reply is whole, for what may follow it. */
const waitMs = {
  /** For the usage, which comes in an event of its own. */
  closing: 2000,
  /** For the end of the answer, so that its connection can be used again. */
  over: 250,
};

/** Whom to tell what arrives. */
export interface Listeners {
  onProgress(progress: ModelProgress): void;
  /** Called for what brings the reply on, and not for what only shows that the server is there. */
  progressed(): void;
  /** Called when the reply is whole, so that no deadline of the call takes it away. */
  sufficed(): void;
}

/**
 * Reads an event stream and gives the reply that `fold` makes of it; undefined when the stream ended
 * before the reply did. A connection that stays open, or breaks, after that takes nothing from it.
 *
 * @throws AnswerFault for what is no event; else what the connection throws.
 */
export async function readStream(
  pieces: AsyncIterable<string>,
  fold: StreamFold,
  listeners: Listeners,
): Promise<Record<string, unknown> | undefined> {
  const parser = createSseParser();
  const patience = createPatience();
  let state: StreamStep["state"] = "open";

  function takeAll(items: readonly SseItem[]): void {
    for (const item of items) {
      if (state === "over") return;
      take(item);
    }
  }

  function take(item: SseItem): void {
    const step = item === "comment" ? undefined : fold.take(item);
    if (step?.isProgress) listeners.progressed();
    const { text } = step ?? {};
    listeners.onProgress(text === undefined ? { type: "alive" } : { type: "text-delta", text });
    if (step === undefined || step.state === state) return;
    state = step.state;
    if (state === "open") return;
    listeners.sufficed();
    patience.endsIn(waitMs[state]);
  }

  async function readToEnd(): Promise<void> {
    for await (const piece of pieces) takeAll(parser.push(piece));
    takeCutEvent(parser.end());
  }

  /** Some servers leave the last event open; one that cannot be read was cut within. */
  function takeCutEvent(items: readonly SseItem[]): void {
    try {
      takeAll(items);
    } catch (thrown) {
      if (!(thrown instanceof AnswerFault)) throw thrown;
    }
  }

  try {
    await Promise.race([readToEnd(), patience.over]);
  } catch (thrown) {
    if (fold.body() === undefined) throw thrown;
  } finally {
    patience.stop();
  }
  return fold.body();
}
