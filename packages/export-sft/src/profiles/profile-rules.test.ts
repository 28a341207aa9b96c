import { readFile } from "node:fs/promises";
import type { ContentPart, Message } from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "../__fixtures__/folder.ts";
import {
  conversation,
  type ExampleAttempt,
  type ExampleTask,
  exampleResult,
  lookupOrder,
  orderAttempt,
  orderMessages,
} from "../__fixtures__/result.ts";
import { toSftJsonl } from "../to-sft-jsonl.ts";
import { profiles, type SftProfileName } from "./profiles.ts";

const folder = useFolder(beforeEach, afterEach);

/** The row of an attempt, or why there is none. */
async function outcome(
  profile: SftProfileName,
  attempt: ExampleAttempt,
  task: Partial<ExampleTask> = {},
): Promise<unknown> {
  const path = folder.path("rows.jsonl");
  const result = exampleResult([{ id: "t1", ...task, attempts: [attempt] }]);
  const report = await toSftJsonl(result, path, { profile });
  if (report.written === 0) return Object.keys(report.unsupported)[0];
  return JSON.parse(await readFile(path, "utf8"));
}

const system: Message = { role: "system", content: "S" };
const user: Message = { role: "user", content: "U" };
const answer: Message = { role: "assistant", content: "A" };
const withCall = (rawArguments: string, content: string | null = null): ExampleAttempt => ({
  tools: [lookupOrder],
  messages: [
    user,
    {
      role: "assistant",
      content,
      toolCalls: [{ id: "call_abc", name: "lookup_order", rawArguments }],
    },
    { role: "tool", toolCallId: "call_abc", content: "" },
    answer,
  ],
});

describe("order", () => {
  it.each<[SftProfileName, Message[], string | undefined]>([
    ["together", [user, system, user, answer], "system-not-first"],
    ["fireworks", [user, system, user, answer], "system-not-first"],
    ["mistral", [system, system, user, answer], "system-not-first"],
    ["openai", [user, system, user, answer], undefined],
    ["together", [system, answer, user, answer], "starts-without-user"],
    ["mistral", [system, answer, user, answer], "starts-without-user"],
    ["openai", [system, answer, user, answer], undefined],
    ["together", [user, user, answer], "repeated-role"],
    ["openai", [user, user, answer], undefined],
  ])("%s, case %#", async (profile, messages, reason) => {
    const found = await outcome(profile, { messages });
    if (reason === undefined) expect(found).toHaveProperty("messages");
    else expect(found).toBe(reason);
  });

  it("B7 a conversation without a user message is no row", async () => {
    const result = exampleResult([{ id: "t1", attempts: [{ messages: [system, answer] }] }]);
    const report = await toSftJsonl(result, folder.path("rows.jsonl"), { profile: "openai" });
    expect(report).toMatchObject({ written: 0, skippedNoText: 1 });
  });

  it("a message that is blank, or of a role that nobody knows, is refused", async () => {
    const blank: Message = { role: "user", content: " \n" };
    expect(await outcome("openai", { messages: [user, answer, blank, answer] })).toBe(
      "blank-message",
    );
    for (const content of [[{ type: "text", text: "  " }], [{ type: "text", text: "" }]] as const) {
      const messages: Message[] = [user, answer, { role: "user", content }, answer];
      expect(await outcome("openai", { messages })).toBe("blank-message");
      expect(await outcome("fireworks", { messages })).toBe("blank-message");
    }
    for (const url of ["", " ", "picture.png", "javascript:alert(1)", "data:text/html,hi"]) {
      const content = [
        { type: "text", text: "T" },
        { type: "image", url },
      ] as const;
      expect(await outcome("openai", { messages: [{ role: "user", content }, answer] })).toBe(
        "unsupported-content",
      );
    }
    const developer = { role: "developer", content: "D" } as unknown as Message;
    expect(await outcome("openai", { messages: [developer, user, answer] })).toBe(
      "unsupported-role",
    );
  });
});

it("B7 a conversation whose user says blanks alone, in parts too, is no row", async () => {
  const content = [{ type: "text", text: " \n" }] as const;
  const result = exampleResult([
    { id: "t1", attempts: [{ messages: [{ role: "user", content }, answer] }] },
  ]);
  const report = await toSftJsonl(result, folder.path("rows.jsonl"), { profile: "openai" });
  expect(report).toMatchObject({ written: 0, skippedNoText: 1 });
});

describe("half a pair of think tags in what the model said", () => {
  const said = (content: string): Message[] => [user, { role: "assistant", content }];
  const names = Object.keys(profiles).filter((name) => name !== "portable") as SftProfileName[];

  it.each(names)("%s refuses it, and takes whole pairs", async (profile) => {
    expect(await outcome(profile, { messages: said("reasons</think>A") })).toBe(
      "unpaired-think-tag",
    );
    const call = withCall("{}", "</think>look");
    if (profile !== "mistral") expect(await outcome(profile, call)).toBe("unpaired-think-tag");
    expect(typeof (await outcome(profile, { messages: said("<think>x</think>A") }))).toBe("object");
    const asked: Message[] = [{ role: "user", content: "</think>" }, answer];
    expect(typeof (await outcome(profile, { messages: asked }))).toBe("object");
  });

  it("portable writes it, since it keeps the model's text, and counts it", async () => {
    const result = exampleResult([{ id: "t1", attempts: [{ messages: said("x</think>A") }, {}] }]);
    const report = await toSftJsonl(result, folder.path("rows.jsonl"));
    expect(report).toMatchObject({ written: 2, withUnpairedThinkTag: 1 });
    const manifest = await readFile(folder.path("rows.jsonl.meta.json"), "utf8");
    expect(JSON.parse(manifest).counters.with_unpaired_think_tag).toBe(1);
  });
});

describe("tool calls", () => {
  it("B5 a turn of calls without text has no content, or an empty one", async () => {
    const contents = new Map<string, unknown>();
    for (const name of Object.keys(profiles) as SftProfileName[]) {
      if (name === "portable") continue;
      const row = (await outcome(name, withCall("{}", ""))) as Record<
        string,
        { content?: string }[]
      >;
      const turn = (row.messages ?? row.prompt)?.[1];
      contents.set(name, turn !== undefined && "content" in turn ? turn.content : "omitted");
    }
    expect(Object.fromEntries(contents)).toEqual({
      openai: "omitted",
      together: "omitted",
      fireworks: "omitted",
      mistral: "omitted",
      tinker: "",
      trl: "",
      "trl-prompt-completion": "",
      axolotl: "",
    });
  });

  it("B5 text beside calls is kept, and refused for mistral", async () => {
    expect(await outcome("openai", withCall("{}", "Let me look."))).toMatchObject({
      messages: [{}, { content: "Let me look.", tool_calls: [{}] }, {}, {}],
    });
    expect(await outcome("mistral", withCall("{}", "Let me look."))).toBe("text-beside-calls");
  });

  it("arguments as text are the model's own bytes", async () => {
    const rawArguments = '{ "n":1.0, "big":12345678901234567890 , "n":2,"e":"\\u00e9\\/"}';
    const row = JSON.stringify(await outcome("openai", withCall(rawArguments)));
    expect(row).toContain(JSON.stringify(rawArguments));
  });

  it.each([
    '{"n":1.0}',
    '{"n":12345678901234567890}',
    '{"n":-0}',
    '{"n":1e2}',
    '{"n":1,"n":2}',
    '{"b":1,"2":2}',
  ])("arguments as an object that would not survive are refused: %s", async (rawArguments) => {
    expect(await outcome("trl", withCall(rawArguments))).toBe("arguments-not-exact");
    expect(await outcome("axolotl", withCall(rawArguments))).toHaveProperty("messages");
  });

  it.each([
    [
      '{ "a" : [1, 2.5, {"b":"\\u00e9 \\" \\/"}],\n"c":null}',
      { a: [1, 2.5, { b: 'é " /' }], c: null },
    ],
    ["{}", {}],
    ['{"__proto__":{"x":1}}', JSON.parse('{"__proto__":{"x":1}}')],
  ])("arguments as an object survive white space and escapes: %s", async (rawArguments, value) => {
    expect(await outcome("trl", withCall(rawArguments))).toMatchObject({
      messages: [{}, { tool_calls: [{ function: { arguments: value } }] }, {}, {}],
    });
  });

  it("mistral gets ids of nine letters and digits, in call and reply alike", async () => {
    const row = (await outcome("mistral", withCall("{}"))) as {
      messages: { tool_calls?: { id: string }[]; tool_call_id?: string }[];
    };
    const id = row.messages[1]?.tool_calls?.[0]?.id;
    expect(id).toMatch(/^[A-Za-z0-9]{9}$/);
    expect(row.messages[2]?.tool_call_id).toBe(id);
    expect(await outcome("openai", withCall("{}"))).toMatchObject({
      messages: [{}, { tool_calls: [{ id: "call_abc" }] }, { tool_call_id: "call_abc" }, {}],
    });
  });

  it("mistral wants a description of every tool", async () => {
    const tools = [{ name: "lookup_order", parameters: {} }];
    expect(await outcome("mistral", { ...orderAttempt, tools })).toBe("tool-definition");
    expect(await outcome("openai", { ...orderAttempt, tools })).toMatchObject({
      tools: [{ function: { name: "lookup_order", parameters: {} } }],
    });
  });

  it("a tool name that OpenAI refuses is refused", async () => {
    const tools = [{ name: "lookup order", parameters: {} }];
    expect(await outcome("openai", { ...orderAttempt, tools })).toBe("tool-name");
    const call = { id: "call_abc", name: "made up", rawArguments: "{}" };
    const messages = [
      user,
      { role: "assistant", content: null, toolCalls: [call] } as const,
      { role: "tool", toolCallId: "call_abc", content: "no such tool", isError: true } as const,
      answer,
    ];
    expect(await outcome("openai", { tools: [lookupOrder], messages })).toBe("tool-name");
  });

  it("several calls of a turn are told in parallel_tool_calls", async () => {
    const toolCalls = ["a", "b"].map((id) => ({ id, name: "lookup_order", rawArguments: "{}" }));
    const replies = ["b", "a"].map(
      (id): Message => ({ role: "tool", toolCallId: id, content: id }),
    );
    const messages = [
      user,
      { role: "assistant", content: null, toolCalls } as const,
      ...replies,
      answer,
    ];
    expect(await outcome("openai", { tools: [lookupOrder], messages })).toMatchObject({
      parallel_tool_calls: true,
    });
    const doubled = [{ ...messages[1], toolCalls: [toolCalls[0], toolCalls[0]] } as Message];
    expect(
      await outcome("openai", {
        tools: [lookupOrder],
        messages: [user, ...doubled, ...replies, answer],
      }),
    ).toBe("call-id");
  });

  it("B9 no tools are no key, since an empty list changes what templates say", async () => {
    expect(Object.keys((await outcome("openai", { tools: [] })) as object)).toEqual(["messages"]);
  });

  it("tools that were offered and not called are in the row", async () => {
    const attempt = { messages: conversation("U", "A"), tools: [lookupOrder] };
    expect(await outcome("openai", attempt)).toMatchObject({
      tools: [{ function: { name: "lookup_order" } }],
      parallel_tool_calls: false,
    });
  });
});

describe("user messages of parts", () => {
  const text = { type: "text", text: "look" } as const;
  const image = { type: "image", url: "data:image/png;base64,AA==" } as const;
  const withParts = (...parts: ContentPart[]): ExampleAttempt => ({
    messages: [{ role: "user", content: parts }, answer],
  });

  it("are written for those that take them, and refused for others", async () => {
    expect(await outcome("openai", withParts(text, image))).toMatchObject({
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "look" },
            { type: "image_url", image_url: { url: image.url } },
          ],
        },
        {},
      ],
    });
    expect(await outcome("fireworks", withParts(text))).toHaveProperty("messages");
    expect(await outcome("fireworks", withParts(text, image))).toBe("unsupported-content");
    expect(await outcome("together", withParts(text))).toBe("unsupported-content");
  });

  it("openai takes 10 images in a row, of up to 10 MB each", async () => {
    expect(await outcome("openai", withParts(...Array(10).fill(image)))).toHaveProperty("messages");
    expect(await outcome("openai", withParts(...Array(11).fill(image)))).toBe(
      "unsupported-content",
    );
    const half = { role: "user", content: Array(6).fill(image) } as const;
    const spread = [half, answer, half, answer] as const;
    expect(await outcome("openai", { messages: spread })).toBe("unsupported-content");

    const sized = (bytes: number, padding: string) => ({
      ...image,
      url: `data:image/png;base64,${"A".repeat(Math.ceil((bytes / 3) * 4))}${padding}`,
    });
    const largest = await outcome("openai", withParts(sized(10_000_000, "==")));
    expect(largest).toHaveProperty("messages");
    expect(await outcome("openai", withParts(sized(10_000_001, "=")))).toBe("unsupported-content");
  });
});

describe("assistant messages of the task's input", () => {
  const input = [user, { role: "assistant", content: "given" } as const, user];
  const messages = [system, ...input, answer];

  it.each<SftProfileName>(["openai", "together", "fireworks", "mistral"])(
    "%s does not train them",
    async (profile) => {
      expect(await outcome(profile, { messages }, { input })).toEqual({
        messages: [system, user, { role: "assistant", content: "given", weight: 0 }, user, answer],
      });
    },
  );

  it("trl has no mark for them", async () => {
    expect(await outcome("trl", { messages }, { input })).toEqual({ messages });
  });

  it("are only those: what the model said itself is trained", async () => {
    expect(
      await outcome("openai", { messages: orderMessages, tools: [lookupOrder] }),
    ).not.toContain("weight");
    const own = [user, { role: "assistant", content: "own" } as const, user, answer];
    expect(await outcome("openai", { messages: own }, { input })).toEqual({ messages: own });
    const alone = [user, { role: "assistant", content: "given" } as const];
    expect(await outcome("openai", { messages: alone }, { input })).toEqual({ messages: alone });
  });
});
