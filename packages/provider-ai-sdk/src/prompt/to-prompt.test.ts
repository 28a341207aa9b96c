import type { Message } from "@rollouts/core";
import { expect, test } from "vitest";
import { fromAiSdk } from "../from-ai-sdk.ts";
import { mockModel, type Version } from "../mock-model.test-helper.ts";
import { requestOf } from "../requests.test-helper.ts";

const supportedUrls = { "image/*": [/^https:\/\/pictures\.example\//] };

/** The prompt that messages become, and what was lost. */
async function promptOf(messages: readonly Message[], version: Version = "v3") {
  const parts = [{ type: "text", text: "x" }];
  const languageModel = mockModel(version, { parts, supportedUrls });
  const { warnings } = await fromAiSdk(languageModel).generate(requestOf(messages));
  return { prompt: languageModel.doStreamCalls[0]?.prompt, warnings };
}

const call = (id: string, rawArguments: string) => ({ id, name: "get_weather", rawArguments });

test("a whole conversation, with the calls and their answers in one message", async () => {
  const { prompt, warnings } = await promptOf([
    { role: "system", content: "Be brief." },
    { role: "user", content: "Weather?" },
    {
      role: "assistant",
      content: "Let me see.",
      toolCalls: [call("c1", '{"city":"Oslo"}'), call("c2", "")],
    },
    { role: "tool", toolCallId: "c1", content: "cold" },
    { role: "tool", toolCallId: "c2", content: "which city?", isError: true },
    { role: "assistant", content: "It is cold." },
    { role: "assistant", content: null },
    { role: "user", content: "Thanks." },
  ]);
  expect(warnings).toBeUndefined();
  expect(prompt).toStrictEqual([
    { role: "system", content: "Be brief." },
    { role: "user", content: [{ type: "text", text: "Weather?" }] },
    {
      role: "assistant",
      content: [
        { type: "text", text: "Let me see." },
        {
          type: "tool-call",
          toolCallId: "c1",
          toolName: "get_weather",
          input: { city: "Oslo" },
        },
        { type: "tool-call", toolCallId: "c2", toolName: "get_weather", input: {} },
      ],
    },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "c1",
          toolName: "get_weather",
          output: { type: "text", value: "cold" },
        },
        {
          type: "tool-result",
          toolCallId: "c2",
          toolName: "get_weather",
          output: { type: "error-text", value: "which city?" },
        },
      ],
    },
    { role: "assistant", content: [{ type: "text", text: "It is cold." }] },
    { role: "user", content: [{ type: "text", text: "Thanks." }] },
  ]);
});

test.each(['{"city":', '"Oslo"', "[1]", "null"])(
  "arguments that are no object are told, and sent as none: %s",
  async (rawArguments) => {
    const { prompt, warnings } = await promptOf([
      { role: "assistant", content: null, toolCalls: [call("c1", rawArguments)] },
      { role: "tool", toolCallId: "c1", content: "no JSON", isError: true },
    ]);
    expect(prompt?.[0]).toMatchObject({ content: [{ type: "tool-call", input: {} }] });
    expect(warnings).toEqual([
      "Arguments of an earlier tool call that are no JSON object were sent as {}: prompts have no others.",
    ]);
  },
);

test("a refusal is sent as text, and reasoning of others is not; both are told", async () => {
  const { prompt, warnings } = await promptOf([
    { role: "assistant", content: null, refusal: "No.", reasoning: "Hm." },
  ]);
  expect(prompt).toStrictEqual([{ role: "assistant", content: [{ type: "text", text: "No." }] }]);
  expect(warnings).toEqual([
    "Reasoning of an earlier reply was not sent: it is of another model, or was edited.",
    "The refusal of an earlier reply was sent as its text: prompts have no refusals.",
  ]);
});

test("a tool message that answers no call is an invalid request", async () => {
  const answering = promptOf([{ role: "tool", toolCallId: "c9", content: "x" }]);
  await expect(answering).rejects.toMatchObject({
    errorClass: "invalid-request",
    message:
      'A tool message answers the call "c9", which no message before it makes. Keep the two together.',
  });
});

function image(url: string): Message {
  return { role: "user", content: [{ type: "image", url }] };
}

test.each<[Version, string, unknown]>([
  ["v2", "data:image/png;base64,AAAA", { mediaType: "image/png", data: "AAAA" }],
  ["v3", "data:image/png;base64,AAAA", { mediaType: "image/png", data: "AAAA" }],
  [
    "v4",
    "data:image/png;base64,AAAA",
    { mediaType: "image/png", data: { type: "data", data: "AAAA" } },
  ],
  ["v3", "data:;base64,AAAA", { mediaType: "image/*", data: "AAAA" }],
  ["v3", "data:image/svg+xml,%3Csvg/%3E", { mediaType: "image/svg+xml", data: "PHN2Zy8+" }],
  [
    "v3",
    "https://pictures.example/a.png",
    { mediaType: "image/*", data: new URL("https://pictures.example/a.png") },
  ],
  [
    "v4",
    "https://pictures.example/a.png",
    {
      mediaType: "image/*",
      data: { type: "url", url: new URL("https://pictures.example/a.png") },
    },
  ],
])("%s: the image %s", async (version, url, part) => {
  const { prompt } = await promptOf([image(url)], version);
  expect(prompt).toEqual([{ role: "user", content: [{ type: "file", ...(part as object) }] }]);
});

test.each([
  [
    "https://elsewhere.example/a.png",
    'The provider does not fetch the image "https://elsewhere.example/a.png". Give it as a data: URL.',
  ],
  ["a.png", 'The image "a.png" is no URL.'],
  ["data:image/png", "The data: URL of an image has no comma, so no data."],
  ["data:image/svg+xml,%", "The data: URL of an image is neither base64 nor percent-encoded text."],
])("the image %s cannot be given", async (url, message) => {
  await expect(promptOf([image(url)])).rejects.toMatchObject({
    errorClass: "invalid-request",
    message,
  });
});
