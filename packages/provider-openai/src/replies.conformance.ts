import { type JsonObject, ProviderError } from "@rollouts/core";
import { startFaultServer } from "@rollouts/testing";
import { describe, expect, test } from "vitest";
import { readChatReply } from "./chat/chat-reply.ts";
import { toChatRequest } from "./chat/chat-request.ts";
import { readRecording, recordings } from "./conformance.test-helper.ts";
import { createOpenAI } from "./create-openai.ts";
import { callOf, defineModel, requestOf, user } from "./requests.test-helper.ts";
import { readResponsesReply } from "./responses/responses-reply.ts";
import { toResponsesRequest } from "./responses/responses-request.ts";
import { createSchemaWriter } from "./schemas/schema-writer.ts";

interface Item extends JsonObject {
  readonly type: string;
}

/** The model that asks under the name of the one that was recorded, so that items are replayed. */
function replay(body: JsonObject, api: "responses" | "chat") {
  const modelId = String(body.model);
  const call = callOf("openai", { modelId });
  const definition = defineModel({}, { api, modelId });
  const read = api === "chat" ? readChatReply : readResponsesReply;
  const write = api === "chat" ? toChatRequest : toResponsesRequest;
  const reply = read({ body, requestId: undefined }, call);
  // As it comes back from a result file.
  const message = JSON.parse(JSON.stringify(reply.message));
  const sent = write(requestOf([message]), definition, createSchemaWriter("auto"));
  return { reply, sent: (sent.input ?? sent.messages) as readonly JsonObject[] };
}

/** Reasoning that is not encrypted is only a reference into a store that was not used. */
function isReplayable({ type, encrypted_content }: Item): boolean {
  return type !== "reasoning" || typeof encrypted_content === "string";
}

function textOf(output: readonly Item[]): string | null {
  const messages = output.filter(({ type }) => type === "message");
  const final = messages.filter(({ phase }) => phase === "final_answer");
  const parts = (final.length > 0 ? final : messages).flatMap(
    ({ content }) => content as { text: string }[],
  );
  return parts.length === 0 ? null : parts.map(({ text }) => text).join("");
}

const responses = recordings("responses", ".json").filter((name) => !name.includes("error"));

describe.each(responses)("%s", (name) => {
  const body = JSON.parse(readRecording("responses", name));
  const { reply, sent } = replay(body, "responses");

  test("is read whole", () => {
    const calls = body.output.filter(({ type }: Item) => type === "function_call");
    expect(reply.message.content).toBe(textOf(body.output));
    expect(reply.message.toolCalls ?? []).toEqual(
      calls.map(({ call_id, name, arguments: text }: Item) => ({
        id: call_id,
        name,
        rawArguments: text,
      })),
    );
    expect(reply.finishReason).toBe(calls.length > 0 ? "tool-calls" : "stop");
    const { input_tokens: inputTokens, output_tokens: outputTokens } = body.usage;
    // The parts of a call that the server makes itself have usage 0: it was not counted.
    if (outputTokens === 0) expect(reply.usage).toBeUndefined();
    else expect(reply.usage).toMatchObject({ inputTokens, outputTokens });
    expect(reply.served).toMatchObject({ model: body.model, responseId: body.id });
  });

  test("is sent back as it came", () => {
    expect(sent).toEqual(body.output.filter(isReplayable));
  });
});

test.each(recordings("chat", "text.json"))("%s is read whole and sent back as it came", (name) => {
  const body = JSON.parse(readRecording("chat", name));
  const { reply, sent } = replay(body, "chat");
  const [{ message, finish_reason }] = body.choices;
  expect(reply).toMatchObject({
    message: { content: message.content },
    finishReason: finish_reason,
  });
  expect(reply.usage?.totalTokens).toBe(body.usage.total_tokens);
  expect(sent).toEqual([{ role: message.role, content: message.content }]);
});

/** What a model makes of these events, over HTTP, and the texts that it told early. */
async function stream(api: "responses" | "chat", lines: readonly string[]) {
  const data = lines.map((line) => `data: ${line}\n\n`).join("");
  const last = api === "chat" ? "data: [DONE]\n\n" : "";
  const server = await startFaultServer([{ head: {} }, { body: data + last }, "end"]);
  const texts: string[] = [];
  const model = createOpenAI({ apiKey: "sk-test", baseURL: server.baseURL, api })("m");
  try {
    const reply = await model.generate({
      ...requestOf([user]),
      onProgress: (progress) => {
        if (progress.type === "text-delta") texts.push(progress.text);
      },
    });
    return { reply, texts };
  } finally {
    await server.stop();
  }
}

/** Some recordings hold several responses, one after another, and some lines that are no event. */
function firstStream(text: string): Record<string, unknown>[] {
  const events = text.split("\n").flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
  const end = events.findIndex(({ type }) =>
    /^response\.(completed|incomplete|failed)$/.test(type),
  );
  return end === -1 ? events : events.slice(0, end + 1);
}

describe.each(recordings("responses", ".chunks.txt"))("%s", (name) => {
  const events = firstStream(readRecording("responses", name));
  const lines = events.map((event) => JSON.stringify(event));
  const last = events.at(-1) as {
    type: string;
    response?: { output: Item[]; error: { code: string } };
  };

  test("is put together as its last event says, or is an error as it says", async () => {
    if (last.type === "response.failed") {
      await expect(stream("responses", lines)).rejects.toThrow(`(${last.response?.error.code})`);
    } else if (last.response === undefined) {
      await expect(stream("responses", lines)).rejects.toThrow(/^interrupted/);
    } else {
      const { reply, texts } = await stream("responses", lines);
      expect(reply.message.providerItems?.openai).toMatchObject({ items: last.response.output });
      expect(reply.message.content).toBe(textOf(last.response.output));
      // Most recordings were shortened in the middle.
      expect(reply.message.content ?? "").toContain(texts.join("").slice(0, 10));
    }
  });

  test("is interrupted wherever it is cut", async () => {
    for (const count of [0, 1, Math.floor(lines.length / 2), lines.length - 1]) {
      // What an error event says stands, whatever follows.
      if (events.slice(0, count).some(({ type }) => type === "error")) continue;
      const call = stream("responses", lines.slice(0, count));
      await expect(call).rejects.toMatchObject({ errorClass: "connection" });
    }
  });
});

test.each(recordings("chat", ".chunks.txt"))("%s is put together", async (name) => {
  const lines = readRecording("chat", name).trim().split("\n");
  const chunks = lines.map((line) => JSON.parse(line));
  const deltas = chunks.flatMap(({ choices }) =>
    choices.map(({ delta }: { delta: JsonObject }) => delta.content ?? ""),
  );
  const { reply, texts } = await stream("chat", lines);
  expect(reply.message.content).toBe(deltas.join(""));
  expect(texts.join("")).toBe(deltas.join(""));
  expect(reply.finishReason).toBe("stop");
  expect(reply.usage?.totalTokens).toBe(chunks.at(-1).usage.total_tokens);
  expect(reply.served).toMatchObject({ model: chunks.at(-1).model, responseId: chunks.at(-1).id });
});

test.each([
  ["responses", "reasoning-model-temperature-error.json", 400, "unsupported-setting"],
  ["responses", "openai-error.1.json", 429, "quota-exhausted"],
  ["chat", "reasoning-model-legacy-parameter-error.json", 400, "unsupported-setting"],
] as const)("%s: %s with HTTP %i is of the class %s", async (api, name, status, errorClass) => {
  const text = readRecording(api, name);
  // One of the recordings holds its body twice.
  const body = text.slice(0, text.indexOf("\n}\n") + 2);
  const head = { status, headers: { "content-type": "application/json" } };
  const server = await startFaultServer([{ head }, { body }, "end"]);
  const call = createOpenAI({ apiKey: "sk-test", baseURL: server.baseURL, api })("m").generate(
    requestOf([user]),
  );
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  await server.stop();
  expect(error).toBeInstanceOf(ProviderError);
  expect(error).toMatchObject({ errorClass, status, retryable: false });
});
