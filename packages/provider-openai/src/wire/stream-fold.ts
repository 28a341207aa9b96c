import { AnswerFault } from "./answer-fault.ts";
import type { SseEvent } from "./sse-parser.ts";

/** Puts the events of a streamed reply together to the body that it would have had in one piece. */
export interface StreamFold {
  /**
   * Takes the next event.
   *
   * @throws AnswerFault for an event that cannot be read.
   */
  take(event: SseEvent): StreamStep;
  /** The body, or undefined while the stream has not come to its end. */
  body(): Record<string, unknown> | undefined;
}

/** What an event brought. */
export interface StreamStep {
  /** Visible text that it added. */
  readonly text?: string | undefined;
  /** False for an event that only says that the server is there. */
  readonly isProgress: boolean;
  /** `closing`: the reply is whole, but its usage may follow; `over`: nothing follows. */
  readonly state: "open" | "closing" | "over";
}

/** Parses the data of an event. */
export function parseData({ data }: SseEvent): unknown {
  try {
    return JSON.parse(data);
  } catch {
    throw new AnswerFault("an event of the stream is not JSON", data);
  }
}
