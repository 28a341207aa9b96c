import type { AgentEvent, Message } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { createWitness, type Witness } from "./witness.ts";

const marker = "canary-0123456789abcdef";
const signal = new AbortController().signal;
const history: Message = { role: "user", content: marker, fromHistory: true };
const toolMessage: Message = { role: "tool", toolCallId: "c1", content: marker };
const answer: Message = { role: "assistant", content: marker };
const toolCall = { id: "c1", name: "f", rawArguments: "{}" };
const execution = { toolCallId: "c1", name: "f", rawArguments: "{}", status: "ok", result: marker };

function firstSighting(show: (witness: Witness) => void): string {
  const witness = createWitness();
  show(witness);
  const { channel, place } = witness.sightings.get(marker) ?? {};
  return `${channel} (${place})`;
}

const ask = (witness: Witness, message: Message, tools = [{ name: "f", parameters: {} }]) =>
  witness.seeRequest({ messages: [message], tools, signal });
const tell = (witness: Witness, message: Message) => witness.seeEvent({ type: "message", message });

describe("names the channel", () => {
  const shown: [string, (witness: Witness) => void][] = [
    [
      "memory or summary (system message of model call 0)",
      (witness) => ask(witness, { role: "system", content: marker }),
    ],
    ["history (user message of model call 0)", (witness) => ask(witness, history)],
    ["history (tool message of model call 0)", (witness) => ask(witness, toolMessage)],
    [
      "tool state (tool message of model call 1)",
      (witness) => {
        ask(witness, { role: "user", content: "q" });
        const message = { role: "assistant", content: null, toolCalls: [toolCall] } as const;
        witness.seeResponse({ message, finishReason: "tool-calls" });
        ask(witness, toolMessage);
      },
    ],
    [
      "tool specs (tools and output format of model call 0)",
      (witness) => ask(witness, { role: "user", content: "q" }, [{ name: marker, parameters: {} }]),
    ],
    [
      "tool state (tool execution)",
      (witness) => witness.seeEvent({ type: "tool-execution", execution } as AgentEvent),
    ],
    [
      "memory or summary (system message of the run)",
      (witness) => tell(witness, { role: "system", content: marker }),
    ],
    [
      "history (user message of the run)",
      (witness) => tell(witness, { role: "user", content: marker }),
    ],
    [
      "history (tool message of the run)",
      (witness) => tell(witness, { ...toolMessage, fromHistory: true }),
    ],
    ["tool state (tool message of the run)", (witness) => tell(witness, toolMessage)],
    ["module state (assistant message of the run)", (witness) => tell(witness, answer)],
    [
      "tool specs (tools of the run)",
      (witness) => witness.seeEvent({ type: "tools", tools: [{ name: marker, parameters: {} }] }),
    ],
    ["module state (event)", (witness) => witness.seeEvent({ type: "text-delta", text: marker })],
    [
      "module state (answer)",
      (witness) => witness.seeEvent({ type: "end", status: "completed", text: marker }),
    ],
    ["module state (error)", (witness) => witness.seeThrown(new Error(marker))],
    ["store (what it wrote)", (witness) => witness.seeStore({ [marker]: 1 })],
    [
      "history (user message of model call 0)",
      (witness) => {
        ask(witness, history);
        tell(witness, answer);
      },
    ],
  ];

  it.each(shown)("%s", (sighting, show) => {
    expect(firstSighting(show)).toBe(sighting);
  });
});
