import type { AgentEvent, Json, Message, ModelRequest, ModelResponse } from "@rollouts/core";
import { markersIn } from "./marker.ts";

/** The way by which something of another attempt came in. */
export type Channel =
  | "memory or summary"
  | "history"
  | "tool specs"
  | "tool state"
  | "module state"
  | "store";

/** Where a marker was seen first. What follows from it, such as an answer to it, tells no more. */
export interface Sighting {
  readonly channel: Channel;
  readonly place: string;
}

/** Looks at all that one attempt shows, in the order in which it comes. */
export interface Witness {
  /** The first sighting of every marker, the attempt's own ones included. */
  readonly sightings: ReadonlyMap<string, Sighting>;
  /** How many model calls there were. */
  requestCount(): number;
  seeRequest(request: ModelRequest): void;
  seeResponse(response: ModelResponse): void;
  seeEvent(event: AgentEvent): void;
  seeThrown(thrown: unknown): void;
  seeStore(contents: Record<string, Json | undefined>): void;
}

export function createWitness(): Witness {
  const sightings = new Map<string, Sighting>();
  /** Ids of the tool calls that the attempt's own model made. */
  const ownCalls = new Set<string>();
  let requestCount = 0;

  const look = (value: unknown, channel: Channel, place: string) => {
    for (const marker of markersIn(value)) {
      if (!sightings.has(marker)) sightings.set(marker, { channel, place });
    }
  };

  return {
    sightings,
    requestCount: () => requestCount,
    seeRequest({ messages, tools, output }) {
      const call = `model call ${requestCount++}`;
      for (const message of messages) {
        const channel = channelOfRequestMessage(message, ownCalls);
        look(message, channel, `${message.role} message of ${call}`);
      }
      look([tools, output], "tool specs", `tools and output format of ${call}`);
    },
    seeResponse({ message }) {
      for (const { id } of message?.toolCalls ?? []) ownCalls.add(id);
    },
    seeEvent(event) {
      if (event?.type === "tools") look(event, "tool specs", "tools of the run");
      else if (event?.type === "tool-execution") look(event, "tool state", "tool execution");
      else if (event?.type === "message") {
        look(
          event,
          channelOfRunMessage(event.message),
          `${event.message?.role} message of the run`,
        );
      } else look(event, "module state", event?.type === "end" ? "answer" : "event");
    },
    seeThrown: (thrown) => look(thrown, "module state", "error"),
    seeStore: (contents) => look(contents, "store", "what it wrote"),
  };
}

function channelOfRequestMessage(message: Message, ownCalls: ReadonlySet<string>): Channel {
  if (message.role === "system") return "memory or summary";
  return message.role === "tool" && ownCalls.has(message.toolCallId) ? "tool state" : "history";
}

/** Without requests to look at, an answer is all that is known to be of this attempt. */
function channelOfRunMessage(message: Message): Channel {
  if (message?.role === "system") return "memory or summary";
  if (message?.role === "user" || message?.fromHistory === true) return "history";
  return message?.role === "tool" ? "tool state" : "module state";
}
