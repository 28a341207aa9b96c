import type { AssistantMessage, Message } from "@rollouts/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fromAiSdk } from "../from-ai-sdk.ts";
import { mockModel, type Version } from "../mock-model.test-helper.ts";
import { requestOf, user } from "../requests.test-helper.ts";

type Part = Readonly<Record<string, unknown>>;

/** The reply that a model gives with these parts, after a way through a file. */
async function replyOf(parts: readonly Part[], version: Version = "v3", stream = true) {
  const model = fromAiSdk(mockModel(version, { parts }), { stream });
  const { message, warnings } = await model.generate(requestOf());
  const stored: AssistantMessage = JSON.parse(JSON.stringify(message));
  expect(stored).toEqual(message);
  return { message: stored, warnings };
}

/** What a message becomes in the next prompt. */
async function sent(message: Message, version: Version = "v3", modelId = "m") {
  const mock = mockModel(version, { parts: [{ type: "text", text: "x" }], modelId });
  const { warnings } = await fromAiSdk(mock).generate(requestOf([user, message]));
  const content = (mock.doStreamCalls[0]?.prompt[1] as { content: unknown } | undefined)?.content;
  return { content, warnings };
}

const signed = { mock: { signature: "s" } };
const reasoning = { type: "reasoning", text: "Hm.", providerMetadata: signed };
const text = { type: "text", text: "Oslo is cold." };
const toolCall = {
  type: "tool-call",
  toolCallId: "c1",
  toolName: "get_weather",
  input: '{"city": "Oslo"}',
  providerMetadata: { mock: { itemId: "i" } },
};

test.each<[Version, boolean]>([
  ["v2", true],
  ["v3", true],
  ["v3", false],
  ["v4", true],
])(
  "%s, stream: %s: a reply goes back part by part, with what its provider said",
  async (version, stream) => {
    const { message } = await replyOf([reasoning, text, toolCall], version, stream);
    expect(message).toMatchObject({
      content: "Oslo is cold.",
      reasoning: "Hm.",
      toolCalls: [{ id: "c1", name: "get_weather", rawArguments: '{"city": "Oslo"}' }],
    });
    const { content, warnings } = await sent(message, version);
    expect(content).toStrictEqual([
      { type: "reasoning", text: "Hm.", providerOptions: signed },
      { type: "text", text: "Oslo is cold." },
      {
        type: "tool-call",
        toolCallId: "c1",
        toolName: "get_weather",
        input: { city: "Oslo" },
        providerOptions: { mock: { itemId: "i" } },
      },
    ]);
    expect(warnings).toBeUndefined();
  },
);

test("arguments that came parsed go back as they are", async () => {
  const { message } = await replyOf([{ ...toolCall, input: { city: "Oslo" } }]);
  expect(message.toolCalls?.[0]?.rawArguments).toBe('{"city":"Oslo"}');
  expect((await sent(message)).content).toMatchObject([{ input: { city: "Oslo" } }]);
});

test("what a message says by itself is not kept a second time", async () => {
  const { providerMetadata: _, ...plainCall } = toolCall;
  expect((await replyOf([text, plainCall])).message).not.toHaveProperty("providerItems");
  expect((await replyOf([plainCall, text])).message).toHaveProperty("providerItems");
});

test("a message that was edited, or is of another model, goes back as what it says", async () => {
  const { message } = await replyOf([reasoning, text]);
  const plain = [{ type: "text", text: "Oslo is cold." }];
  const lost = [
    "Reasoning of an earlier reply was not sent: it is of another model, or was edited.",
  ];
  expect(await sent(message, "v3", "other")).toEqual({ content: plain, warnings: lost });
  expect(await sent(message, "v4")).toEqual({ content: plain, warnings: lost });
  expect(await sent({ ...message, content: "It is warm." })).toEqual({
    content: [{ type: "text", text: "It is warm." }],
    warnings: lost,
  });
});

test("what the provider ran by itself goes back, and is told", async () => {
  const search = {
    type: "tool-call",
    toolCallId: "s1",
    toolName: "web_search",
    input: "{}",
    providerExecuted: true,
  };
  const found = { type: "tool-result", toolCallId: "s1", toolName: "web_search", result: { n: 1 } };
  const source = { type: "source", sourceType: "url", id: "1", url: "https://a.example" };
  const { message, warnings } = await replyOf([search, found, source, text]);
  expect(message).not.toHaveProperty("toolCalls");
  expect(warnings).toEqual([
    "The provider ran tools by itself, which no tool execution tells of.",
    "The model named its sources, which are left out.",
  ]);
  expect((await sent(message)).content).toStrictEqual([
    {
      type: "tool-call",
      toolCallId: "s1",
      toolName: "web_search",
      input: {},
      providerExecuted: true,
    },
    {
      type: "tool-result",
      toolCallId: "s1",
      toolName: "web_search",
      output: { type: "json", value: { n: 1 } },
    },
    { type: "text", text: "Oslo is cold." },
  ]);
});

test.each<[Version, unknown, unknown]>([
  ["v2", new Uint8Array([1, 2, 3]), "AQID"],
  ["v3", "AQID", "AQID"],
  ["v4", { type: "data", data: new Uint8Array([1, 2, 3]) }, { type: "data", data: "AQID" }],
  [
    "v4",
    { type: "url", url: new URL("https://a.example/f") },
    { type: "url", url: new URL("https://a.example/f") },
  ],
])("%s: a file that the model made goes back, and is told", async (version, data, wanted) => {
  const file = { type: "file", mediaType: "image/png", data };
  const { message, warnings } = await replyOf([text, file], version);
  expect(warnings).toEqual(["The model made a file, which is no part of the answer."]);
  expect((await sent(message, version)).content).toEqual([
    { type: "text", text: "Oslo is cold." },
    { type: "file", mediaType: "image/png", data: wanted },
  ]);
});

test("v4: parts that only their provider knows go back", async () => {
  const custom = { type: "custom", kind: "mock.compaction", providerMetadata: signed };
  const { message } = await replyOf([custom, text], "v4");
  expect((await sent(message, "v4")).content).toEqual([
    { type: "custom", kind: "mock.compaction", providerOptions: signed },
    { type: "text", text: "Oslo is cold." },
  ]);
});

test.each([
  { mock: { api: "aisdk.v3", model: "m", content: [{ type: 7 }] } },
  { mock: { api: "aisdk.v3", model: "m", content: "x" } },
  { mock: 7 },
  JSON.parse('{"__proto__": {"mock": {}}}'),
])("kept items that are broken are left aside: %j", async (providerItems) => {
  const message = { role: "assistant", content: "x", providerItems } as const;
  expect((await sent(message)).content).toEqual([{ type: "text", text: "x" }]);
});

const metadata = fc.option(
  fc.record({ mock: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })) }),
  { nil: undefined },
);
const withMetadata = (part: Part, providerMetadata: unknown) =>
  providerMetadata === undefined ? part : { ...part, providerMetadata };
const anyPart = fc.oneof(
  fc
    .tuple(fc.constantFrom("text", "reasoning"), fc.string({ minLength: 1 }), metadata)
    .map(([type, words, own]) => withMetadata({ type, text: words }, own)),
  fc
    .tuple(fc.dictionary(fc.string(), fc.integer()), metadata)
    .map(([input, own]) =>
      withMetadata({ type: "tool-call", toolName: "f", input: JSON.stringify(input) }, own),
    ),
);

test("every reply that was kept goes back as it came", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyPart, { minLength: 1, maxLength: 6 }), async (drawn) => {
      const parts = drawn.map((part: Part, index) =>
        part.type === "tool-call" ? { ...part, toolCallId: `c${index}` } : part,
      );
      const { message } = await replyOf(parts);
      const { content } = await sent(message);
      const wanted = parts.map(({ providerMetadata, input, ...part }: Part) => ({
        ...part,
        ...(input === undefined ? {} : { input: JSON.parse(String(input)) }),
        ...(providerMetadata === undefined ? {} : { providerOptions: providerMetadata }),
      }));
      expect(content).toEqual(JSON.parse(JSON.stringify(wanted)));
    }),
    { numRuns: 100 },
  );
});
