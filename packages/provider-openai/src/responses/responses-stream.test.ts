import { expect, test } from "vitest";
import type { StreamFold } from "../wire/stream-fold.ts";
import { createResponsesFold } from "./responses-stream.ts";

function take(fold: StreamFold, value: unknown, name?: string) {
  return fold.take({ name, data: typeof value === "string" ? value : JSON.stringify(value) });
}

const message = { type: "message", content: [{ type: "output_text", text: "42" }] };

test("the reply is the response within the last event, not what the deltas said", () => {
  const fold = createResponsesFold();
  take(fold, { type: "response.output_text.delta", output_index: 0, delta: "wrong" });
  expect(fold.body()).toBeUndefined();
  const response = { status: "completed", output: [message] };
  expect(take(fold, { type: "response.completed", response }).state).toBe("over");
  expect(fold.body()).toEqual(response);
});

test("items that the last event leaves out are taken from their own events, in their order", () => {
  const fold = createResponsesFold();
  const added = { type: "reasoning", encrypted_content: "half" };
  const reasoning = { type: "reasoning", encrypted_content: "whole" };
  take(fold, { type: "response.output_item.added", output_index: 0, item: added });
  take(fold, { type: "response.output_item.done", output_index: 1, item: message });
  take(fold, { type: "response.output_item.done", output_index: 0, item: reasoning });
  take(fold, { type: "response.completed", response: { status: "completed", output: [] } });
  expect(fold.body()).toEqual({ status: "completed", output: [reasoning, message] });
});

test("text of comments is no text of the answer", () => {
  const fold = createResponsesFold();
  const comment = { type: "message", phase: "commentary", content: [] };
  take(fold, { type: "response.output_item.added", output_index: 0, item: comment });
  take(fold, { type: "response.output_item.added", output_index: 1, item: message });
  const delta = { type: "response.output_text.delta", delta: "a" };
  expect(take(fold, { ...delta, output_index: 0 })).toEqual({ isProgress: true, state: "open" });
  expect(take(fold, { ...delta, output_index: 1 }).text).toBe("a");
});

test.each([
  ["response.in_progress", {}, false],
  ["response.queued", {}, false],
  ["keepalive", {}, false],
  ["response.output_text.delta", { delta: "" }, false],
  ["response.reasoning_summary_text.delta", { delta: "Hm." }, true],
  ["response.output_item.done", {}, true],
  ["response.web_search_call.searching", {}, false],
  ["ping", {}, false],
  ["an.event.of.tomorrow", {}, false],
])("%s %j is progress: %s", (type, members, isProgress) => {
  expect(take(createResponsesFold(), { type, ...members })).toMatchObject({
    isProgress,
    state: "open",
  });
});

test.each<[string, unknown, string | undefined]>([
  ["of that type", { type: "error", code: "c" }, undefined],
  ["inside an event of that type", { type: "error", error: { code: "c" } }, undefined],
  ["without a type", { error: { code: "c" } }, undefined],
  ["in a list", [{ error: { code: "c" } }], undefined],
  ["by its name", { code: "c" }, "error"],
  ["by its name, with a type of its own", { type: "t", code: "c" }, "error"],
])("an error %s ends the reply", (_form, value, name) => {
  const fold = createResponsesFold();
  expect(take(fold, value, name).state).toBe("over");
  expect(fold.body()).toMatchObject({ status: "failed", error: { code: "c" } });
});

test("a name in place of a type is read, [DONE] and what is no object are passed over", () => {
  const fold = createResponsesFold();
  expect(take(fold, "[DONE]").state).toBe("open");
  expect(take(fold, "5").state).toBe("open");
  const response = { status: "completed", output: [message] };
  take(fold, { response }, "response.completed");
  expect(fold.body()).toEqual(response);
});
