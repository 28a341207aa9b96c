import { expect, test } from "vitest";
import { callOf } from "../requests.test-helper.ts";
import { readChatReply } from "./chat-reply.ts";
import { createChatFold } from "./chat-stream.ts";

type Delta = Record<string, unknown>;

/** The reply that a stream of these deltas is read as. */
function read(deltas: readonly Delta[], finish_reason: string | null = "stop") {
  const fold = createChatFold();
  const take = (value: unknown) => fold.take({ name: undefined, data: JSON.stringify(value) });
  for (const delta of deltas) take({ choices: [{ index: 0, delta, finish_reason: null }] });
  take({ choices: [{ index: 0, delta: {}, finish_reason }] });
  fold.take({ name: undefined, data: "[DONE]" });
  const reply = readChatReply({ body: fold.body(), requestId: undefined }, callOf());
  return { ...reply, calls: reply.message.toolCalls?.map((call) => Object.values(call)) };
}

function calls(...tool_calls: unknown[]): Delta {
  return { tool_calls };
}

function piece(index: number | undefined, text: unknown, others: Delta = {}, id?: string) {
  return { index, id, function: { arguments: text, ...others } };
}

test("a tool call is put together from its pieces", () => {
  const { calls: made, finishReason } = read(
    [
      { role: "assistant", content: null },
      calls(piece(0, "", { name: "add" }, "c1")),
      calls(piece(0, '{"a":')),
      calls(piece(0, " 1}")),
    ],
    "tool_calls",
  );
  expect(made).toEqual([["c1", "add", '{"a": 1}']]);
  expect(finishReason).toBe("tool-calls");
});

test("10: calls that are labelled stop are a tool turn, without the empty text beside them", () => {
  const { message, finishReason } = read([
    { content: "" },
    calls(piece(0, "{}", { name: "add" }, "c1")),
  ]);
  expect(finishReason).toBe("tool-calls");
  expect(message.content).toBeNull();
});

test("parallel calls are told apart by their index, in whatever order their pieces come", () => {
  const { calls: made } = read([
    calls(piece(0, "", { name: "add" }, "c1"), piece(1, "", { name: "sub" }, "c2")),
    calls(piece(1, "[2]")),
    calls(piece(0, "[1]")),
  ]);
  expect(made).toEqual([
    ["c1", "add", "[1]"],
    ["c2", "sub", "[2]"],
  ]);
});

test("calls of one index with ids of their own are calls of their own", () => {
  const { calls: made } = read([
    calls(piece(0, '{"a":1}', { name: "add" }, "c1")),
    calls(piece(0, '{"a":', { name: "add" }, "c2")),
    calls(piece(0, "2}")),
  ]);
  expect(made).toEqual([
    ["c1", "add", '{"a":1}'],
    ["c2", "add", '{"a":2}'],
  ]);
});

test("calls of one index without ids are told apart by whole arguments", () => {
  const { calls: made, warnings } = read([
    calls(piece(0, { a: 1 }, { name: "add" })),
    calls(piece(0, { a: 2 }, { name: "add" })),
  ]);
  expect(made).toEqual([
    ["call_0_0", "add", '{"a":1}'],
    ["call_0_1", "add", '{"a":2}'],
  ]);
  expect(warnings).toEqual(["openai gave 2 of 2 tool calls no id of its own; ids were made."]);
});

test("calls of one index without ids and arguments are told apart by their names", () => {
  const apart = [
    calls(piece(0, "", { name: "now" })),
    calls(piece(0, "", { name: "now" })),
    calls(piece(0, "", { name: "today" })),
  ];
  const together = [calls(...apart.flatMap(({ tool_calls }) => tool_calls as Delta[]))];
  for (const deltas of [apart, together]) {
    expect(read(deltas).calls).toEqual([
      ["call_0_0", "now", ""],
      ["call_0_1", "now", ""],
      ["call_0_2", "today", ""],
    ]);
  }
});

test("a name that comes with every piece of a call begins it once", () => {
  const { calls: made } = read([
    calls(piece(0, "", { name: "add" })),
    calls(piece(0, "[", { name: "add" })),
    calls(piece(0, "1]", { name: "add" })),
    calls(piece(0, "", { name: "add" })),
  ]);
  expect(made).toEqual([["call_0_0", "add", "[1]"]]);
});

test("arguments in a list become text, as in a reply that is not streamed", () => {
  const { calls: made } = read([calls(piece(0, [1, { a: 2 }], { name: "add" }, "c1"))]);
  expect(made).toEqual([["c1", "add", '[1,{"a":2}]']]);
});

test("a call in the older form is put together, unless it is there in the newer form too", () => {
  const older = (members: Delta) => ({ function_call: members });
  const pieces = [older({ name: "add", arguments: "" }), older({ arguments: "[" })];
  const last = older({ name: "add", arguments: "1]" });
  expect(read([{ content: "" }, ...pieces, last], "function_call")).toMatchObject({
    message: { content: null },
    calls: [["call_0_0", "add", "[1]"]],
    finishReason: "tool-calls",
  });
  const both = read([...pieces, calls(piece(0, "[1]", { name: "add" }, "c1")), last]);
  expect(both.calls).toEqual([["c1", "add", "[1]"]]);
  const none = read([{ content: "42" }, older({ name: "", arguments: "" })]);
  expect(none.message).toEqual({ role: "assistant", content: "42" });
});

test("calls without an index belong to one", () => {
  const { calls: made } = read([
    calls(piece(undefined, "[", { name: "add" }, "c1")),
    calls(piece(undefined, "1]")),
  ]);
  expect(made).toEqual([["c1", "add", "[1]"]]);
});

test.each([
  ["empty", { name: "" }, ""],
  ["repeated", { name: "add" }, "c1"],
])("names and ids that are %s in later pieces change nothing", (_how, others, id) => {
  const { calls: made } = read([
    calls(piece(0, "[", { name: "add" }, "c1")),
    calls(piece(0, "1", others, id)),
    calls(piece(0, "]", others, id)),
    calls(piece(0, "", others, id)),
  ]);
  expect(made).toEqual([["c1", "add", "[1]"]]);
});

test("an id or a name that comes late is taken", () => {
  const { calls: made } = read([
    calls(piece(0, "")),
    calls(piece(0, "[", { name: "add" }, "c1")),
    calls(piece(0, "1]")),
  ]);
  expect(made).toEqual([["c1", "add", "[1]"]]);
});

test("what only the server knows of a call goes back to it", () => {
  const extra_content = { google: { thought_signature: "s" } };
  const { message } = read([calls({ ...piece(0, "{}", { name: "add" }, "c1"), extra_content })]);
  expect(message.providerItems).toMatchObject({
    openai: { api: "chat", message: { tool_calls: [{ id: "c1", extra_content }] } },
  });
});

test("reasoning is put together where it stood, its details by index and kind", () => {
  const { message } = read([
    { reasoning: "A", reasoning_details: [{ type: "reasoning.text", index: 0, text: "A" }] },
    {
      reasoning: "B",
      reasoning_details: [{ type: "reasoning.text", index: 0, text: "B", signature: "s" }],
    },
    { reasoning_details: [{ type: "reasoning.encrypted", index: 1, data: "x" }] },
    { content: "42" },
  ]);
  expect(message.reasoning).toBe("AB");
  expect(message.providerItems?.openai).toMatchObject({
    message: {
      content: "42",
      reasoning: "AB",
      reasoning_details: [
        { type: "reasoning.text", index: 0, text: "AB", signature: "s" },
        { type: "reasoning.encrypted", index: 1, data: "x" },
      ],
    },
  });
});

test("12: a refusal is put together", () => {
  const { message, finishReason } = read([
    { content: "", refusal: null },
    { refusal: "I " },
    { refusal: "cannot." },
  ]);
  expect(message).toMatchObject({ content: null, refusal: "I cannot." });
  expect(finishReason).toBe("stop");
});

test("announcements of filters, and choices of nothing or of others, are passed over", () => {
  const fold = createChatFold();
  const take = (value: unknown) => fold.take({ name: undefined, data: JSON.stringify(value) });
  expect(take({ id: "", model: "", choices: [], prompt_filter_results: [] }).isProgress).toBe(
    false,
  );
  take({ id: "c1", model: "m-1", choices: [{ index: 0, delta: { content: "42" } }] });
  take({ choices: [{ index: 1, delta: { content: "other" } }] });
  take({ choices: [{ index: 0, finish_reason: "stop" }] });
  take({ choices: [{ index: 0, content_filter_offsets: {}, finish_reason: null }] });
  take(5);
  expect(fold.body()).toMatchObject({
    id: "c1",
    model: "m-1",
    choices: [{ message: { role: "assistant", content: "42" }, finish_reason: "stop" }],
  });
});

test.each(["", null, undefined, false])("the finish reason %j is none", (finish_reason) => {
  const fold = createChatFold();
  const choices = [{ index: 0, delta: { content: "par" }, finish_reason }];
  const step = fold.take({ name: undefined, data: JSON.stringify({ choices }) });
  expect(step.state).toBe("open");
  expect(fold.body()).toBeUndefined();
});

test("usage is read from where a server puts it", () => {
  const fold = createChatFold();
  const usage = { prompt_tokens: 1, completion_tokens: 2 };
  const choices = [{ index: 0, delta: { content: "42" }, finish_reason: "stop" }];
  fold.take({ name: undefined, data: JSON.stringify({ choices, usage: null, x_groq: { usage } }) });
  expect(fold.body()).toMatchObject({ usage });
});

test("names of prototypes in what a server sends are names like others", () => {
  const text =
    '{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c1","__proto__":{"a":1},"function":{"name":"f","arguments":"{}"}}],"reasoning_details":[{"type":"t"},{"type":"t","__proto__":{"a":1}}]},"finish_reason":"stop"}]}';
  const fold = createChatFold();
  fold.take({ name: undefined, data: text });
  const [choice] = (fold.body()?.choices ?? []) as {
    message: { tool_calls: Delta[]; reasoning_details: Delta[] };
  }[];
  for (const part of [choice?.message.tool_calls[0], choice?.message.reasoning_details[0]]) {
    expect(Object.getPrototypeOf(part)).toBe(Object.prototype);
    expect(part && Object.hasOwn(part, "__proto__")).toBe(true);
  }
});
