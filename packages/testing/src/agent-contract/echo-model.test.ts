import type { ModelRequest } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { echoModel } from "./echo-model.ts";

const own = "canary-0000000000000001";
const other = "canary-0000000000000002";
const tools = [
  { name: "a", parameters: { type: "object", properties: { text: { type: "string" } } } },
  { name: "b", parameters: { type: "object" } },
];

function ask(extra: Partial<ModelRequest> = {}) {
  const messages = [{ role: "user", content: "hi" } as const];
  return echoModel(own).generate({ messages, signal: new AbortController().signal, ...extra });
}

describe("echoModel", () => {
  it("says its marker and those that it hears, after a digest of all that it was sent", async () => {
    const { message } = await ask({ messages: [{ role: "system", content: `${other} ${own}` }] });

    expect(message.content).toMatch(new RegExp(`^Echo [0-9a-f]{8}: ${own} ${other}$`));
    expect((await ask()).message.content).not.toBe(
      (await ask({ messages: [{ role: "user", content: "ho" }] })).message.content,
    );
    expect((await ask()).message.content).toBe((await ask()).message.content);
  });

  it("calls every tool once, and then answers", async () => {
    const { message, finishReason } = await ask({ tools });

    expect(finishReason).toBe("tool-calls");
    expect(message.toolCalls).toEqual([
      { id: `call-${own}-1-0`, name: "a", rawArguments: JSON.stringify({ text: own }) },
      { id: `call-${own}-1-1`, name: "b", rawArguments: "{}" },
    ]);
    const answered = { role: "tool", toolCallId: "c", content: "x" } as const;
    expect((await ask({ tools, messages: [message, answered] })).finishReason).toBe("stop");
  });

  it("keeps to the tool choice", async () => {
    const callsOf = async (toolChoice: ModelRequest["toolChoice"]) =>
      (await ask({ tools, toolChoice })).message.toolCalls?.map(({ name }) => name);

    expect(await callsOf("none")).toBeUndefined();
    expect(await callsOf("required")).toEqual(["a", "b"]);
    expect(await callsOf({ name: "b" })).toEqual(["b"]);
  });

  it("answers in the form that is asked for", async () => {
    const schema = { type: "object", properties: { n: { type: "integer" }, why: {} } };
    const { message } = await ask({ output: { name: "answer", schema } });

    expect(JSON.parse(message.content ?? "")).toEqual({ n: 1, why: expect.stringContaining(own) });
  });

  it("reports its text while it comes, and rejects with the reason of an abort", async () => {
    const progress: unknown[] = [];
    const { message } = await ask({ onProgress: (step) => progress.push(step) });

    expect(progress).toEqual([{ type: "text-delta", text: message.content }]);
    const reason = new Error("stop");
    await expect(ask({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
