import { describe, expect, it } from "vitest";
import type { AgentEvent, EndEvent } from "./agent.ts";
import { foldRun } from "./fold-run.ts";
import type { AssistantMessage, Message } from "./message.ts";

const user: Message = { role: "user", content: "2+2?" };
const assistant = (content: string | null): AssistantMessage => ({ role: "assistant", content });
const delta = (text: string): AgentEvent => ({ type: "text-delta", text });
const said = (message: Message): AgentEvent => ({ type: "message", message });
const end = (members: Partial<EndEvent> = {}): EndEvent => ({
  type: "end",
  status: "completed",
  text: "4",
  ...members,
});

describe("foldRun", () => {
  it("gives an empty, incomplete run of no events", () => {
    expect(foldRun([])).toStrictEqual({
      status: "incomplete",
      text: null,
      messages: [],
      toolExecutions: [],
      served: [],
    });
  });

  it("keeps the tools that were offered, the last that the agent named", () => {
    const tools = [{ name: "add", parameters: { type: "object" } }];

    expect(foldRun([{ type: "tools", tools: [] }]).tools).toEqual([]);
    expect(
      foldRun([
        { type: "tools", tools: [] },
        { type: "tools", tools },
      ]).tools,
    ).toBe(tools);
  });

  it("collects a whole run in order", () => {
    const execution = {
      toolCallId: "c1",
      name: "add",
      rawArguments: "{}",
      status: "ok",
      result: "4",
    } as const;
    const run = foldRun([
      said(user),
      { type: "usage", usage: { inputTokens: 3 }, served: { model: "m-1" } },
      { type: "tool-execution", execution },
      said(assistant("4")),
      { type: "usage", usage: { inputTokens: 4 }, served: { model: "m-2" } },
      end({ output: 4 }),
    ]);

    expect(run).toStrictEqual({
      status: "completed",
      output: 4,
      text: "4",
      messages: [user, assistant("4")],
      toolExecutions: [execution],
      usage: { inputTokens: 7 },
      served: [{ model: "m-1" }, { model: "m-2" }],
    });
  });

  it("keeps falsy outputs, and the text byte for byte", () => {
    expect(foldRun([end({ output: 0, text: " 0\n" })])).toMatchObject({ output: 0, text: " 0\n" });
    expect(foldRun([end({ output: null })]).output).toBeNull();
    expect(foldRun([end({ output: "" })]).output).toBe("");
  });

  it.each(["truncated", "paused"] as const)("takes the status %s from the end", (status) => {
    expect(foldRun([end({ status })]).status).toBe(status);
  });

  it("lets the first end stand", () => {
    expect(foldRun([end({ output: 1 }), end({ output: 2, status: "truncated" })])).toMatchObject({
      status: "completed",
      output: 1,
    });
  });

  it("keeps why there is no output, and takes null for absent", () => {
    expect(foldRun([end({ text: "no", refusal: "I cannot" })]).refusal).toBe("I cannot");
    expect(foldRun([end({ text: "x", outputError: "no JSON" })]).outputError).toBe("no JSON");
    const foreign = end({ refusal: null, outputError: null } as unknown as Partial<EndEvent>);
    expect(foldRun([foreign])).not.toHaveProperty("refusal");
    expect(foldRun([foreign])).not.toHaveProperty("outputError");
    const answered = foldRun([end({ output: "4", text: "4", refusal: "" })]);
    expect(answered.output).toBe("4");
    expect(answered).not.toHaveProperty("refusal");
  });

  it("E7: an error stays, whatever follows, and the run is kept", () => {
    const run = foldRun([
      said(user),
      { type: "error", error: new Error("boom on X") },
      end({ output: "4" }),
    ]);

    expect(run).toMatchObject({ status: "error", output: "4", text: "4", messages: [user] });
  });

  it("E7: an error after the end counts as well", () => {
    expect(foldRun([end(), { type: "error", error: "late" }]).status).toBe("error");
  });
});

describe("foldRun: text without an end", () => {
  it("is what has arrived of the answer that is being written", () => {
    expect(foldRun([said(user), delta("The ans"), delta("wer")]).text).toBe("The answer");
  });

  it("is the last answer once its message is there, not written twice", () => {
    expect(foldRun([delta("4"), said(assistant("4"))]).text).toBe("4");
  });

  it("starts anew with each message", () => {
    const tool: Message = { role: "tool", toolCallId: "c1", content: "4" };

    expect(
      foldRun([delta("let me see"), said(assistant("let me see")), said(tool)]).text,
    ).toBeNull();
    const twice = [delta("first"), said(assistant("first")), delta("sec")];
    expect(foldRun(twice).text).toBe("sec");
    expect(foldRun([said(assistant(null)), delta("a")]).text).toBe("a");
  });

  it("gives way to the text of the end, also when that is null", () => {
    expect(foldRun([delta("partial"), end({ text: null })]).text).toBeNull();
  });
});

describe("foldRun: usage", () => {
  const usage = (members: object): AgentEvent => ({ type: "usage", usage: members });

  it("is absent when nothing was reported", () => {
    expect(foldRun([end()])).not.toHaveProperty("usage");
  });

  it("leaves out a member that one call does not know", () => {
    const run = foldRun([
      usage({ inputTokens: 10, costUsd: 0.1 }),
      usage({ inputTokens: 5 }),
      usage({ inputTokens: 1, costUsd: 0.1 }),
    ]);

    expect(run.usage).toStrictEqual({ inputTokens: 16 });
  });
});
