import { readFile } from "node:fs/promises";
import type { Message, ToolSpec } from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "../__fixtures__/folder.ts";
import {
  type ExampleAttempt,
  exampleResult,
  lookupOrder,
  nestedJson,
  orderAttempt,
  orderMessages,
} from "../__fixtures__/result.ts";
import { toSftJsonl } from "../to-sft-jsonl.ts";
import { validateSft } from "../validate-sft.ts";
import type { SftProfile } from "./profile.ts";
import { profiles, type SftProfileName } from "./profiles.ts";

const folder = useFolder(beforeEach, afterEach);
const path = () => folder.path("rows.jsonl");
const withTools: SftProfileName[] = [
  "openai",
  "together",
  "fireworks",
  "mistral",
  "tinker",
  "trl",
  "trl-prompt-completion",
  "axolotl",
];

const exportAs = (profile: SftProfileName | SftProfile, attempt: ExampleAttempt) =>
  toSftJsonl(exampleResult([{ id: "t1", attempts: [attempt] }]), path(), { profile });
const rows = async () =>
  (await readFile(path(), "utf8"))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

const user: Message = { role: "user", content: "U" };
const answer: Message = { role: "assistant", content: "A" };
const callsOf = (...ids: string[]): Message => ({
  role: "assistant",
  content: null,
  toolCalls: ids.map((id) => ({ id, name: "lookup_order", rawArguments: "{}" })),
});
const reply = (toolCallId: string): Message => ({ role: "tool", toolCallId, content: "R" });
const run = (...turns: Message[]): ExampleAttempt => ({
  tools: [lookupOrder],
  messages: [user, ...turns, answer],
});

describe("a profile whose rows cannot show tools", () => {
  // As the README has it, and its like; a function agent records no tool executions.
  const { toolExecutions: _, ...unrecorded } = orderAttempt;

  it.each(withTools)("refuses a run that shows a call: %s without tools", async (name) => {
    const profile = { ...profiles[name], name: "plain", tools: null };
    const report = await exportAs(profile, unrecorded);
    expect(report).toMatchObject({
      written: 0,
      skippedUnsupported: 1,
      unsupported: { "tool-run": 1 },
      rejections: [{ reason: "tool-run", message: 2 }],
    });
    expect(await folder.names()).toEqual([]);
    expect(await exportAs(profile, orderAttempt)).toMatchObject({ skippedToolRuns: 1 });
  });

  it("refuses a tool's reply alone, and takes a run without tools", async () => {
    const profile = { ...profiles.together, name: "plain", tools: null };
    const alone = { messages: [user, reply("x"), answer] };
    expect(await exportAs(profile, alone)).toMatchObject({ unsupported: { "tool-run": 1 } });
    expect(await exportAs(profile, {})).toMatchObject({ written: 1 });
  });

  it("accepts no file with such messages either", async () => {
    const profile = { ...profiles.trl, name: "plain", tools: null };
    const own = { ...profiles.trl, name: "own" };
    await exportAs(own, orderAttempt);
    const { problems } = await validateSft(path(), { profile });
    const told = problems.map(({ problem }) => problem).join("\n");
    expect(told).toContain('message 2: has the key "tool_calls"');
    expect(told).toContain("message 3: has the key");
  });

  it("portable goes without the tool's messages, whatever roles a copy of it allows", async () => {
    const roles = ["system", "user", "assistant", "tool"] as const;
    for (const profile of ["portable", { ...profiles.portable, name: "own", roles }] as const) {
      expect(await exportAs(profile, unrecorded)).toMatchObject({ written: 1 });
      const [{ messages }] = await rows();
      expect(messages.map(({ role }: Message) => role)).toEqual(["system", "user", "assistant"]);
    }
  });

  it("cannot leave half of a tool run out", async () => {
    const profile = { ...profiles.openai, name: "half", unfit: "leave-out" as const };
    await expect(exportAs(profile, {})).rejects.toMatchObject({
      code: "invalid_argument",
      message: 'profile.unfit must be "refuse" unless tools is null, got "leave-out".',
    });
  });
});

describe.each(withTools)("%s", (profile) => {
  it.each<[string, ExampleAttempt, string]>([
    ["calls and no tools", { messages: orderMessages }, "tools-unknown"],
    ["calls and an empty list", { messages: orderMessages, tools: [] }, "tools-unknown"],
    [
      "a call of a tool that was not offered",
      { messages: orderMessages, tools: [{ ...lookupOrder, name: "other" }] },
      "unlisted-tool",
    ],
    ["a call without an id", run(callsOf(""), reply("")), "call-id"],
    [
      "a tool without parameters",
      { ...orderAttempt, tools: [{ ...lookupOrder, parameters: undefined as never }] },
      "tool-definition",
    ],
  ])("refuses %s", async (_, attempt, reason) => {
    const report = await exportAs(profile, attempt);
    expect(report).toMatchObject({ written: 0, unsupported: { [reason]: 1 } });
  });

  const withArguments = (rawArguments: string): ExampleAttempt =>
    run(
      {
        role: "assistant",
        content: null,
        toolCalls: [{ id: "call_abc", name: "lookup_order", rawArguments }],
      },
      reply("call_abc"),
    );

  it("refuses one attempt whose arguments are nested 200,000 deep, and writes the others", async () => {
    const attempts = [
      withArguments(nestedJson(200_000)),
      withArguments(nestedJson(501)),
      orderAttempt,
    ];
    const report = await toSftJsonl(exampleResult([{ id: "t1", attempts }]), path(), { profile });
    expect(report).toMatchObject({ written: 0 + 1, unsupported: { "too-deep": 2 } });
    expect(report.rejections[0]).toMatchObject({
      attemptIndex: 0,
      message: 1,
      fault: 'the arguments of "lookup_order" are nested over 500 deep',
    });
    expect(await exportAs(profile, withArguments(nestedJson(500)))).toMatchObject({ written: 1 });
    expect(await validateSft(path(), { profile })).toMatchObject({ valid: true });
  });
});

describe("replies out of the order of their calls", () => {
  const mixed = run(callsOf("call00001", "call00002"), reply("call00002"), reply("call00001"));
  const inOrder = run(callsOf("call00001", "call00002"), reply("call00001"), reply("call00002"));

  it.each<[SftProfileName, boolean]>([
    ["openai", true],
    ["together", true],
    ["fireworks", true],
    ["mistral", true],
    ["tinker", false],
    ["trl", false],
    ["trl-prompt-completion", false],
    ["axolotl", false],
  ])(
    "%s: taken by id %j, else refused, since chat templates pair them by place",
    async (profile, isTaken) => {
      const report = await exportAs(profile, mixed);
      const reasons = isTaken ? {} : { "replies-out-of-order": 1 };
      expect(report.unsupported).toEqual(reasons);
      expect(report.written).toBe(isTaken ? 1 : 0);
      expect(await exportAs(profile, inOrder)).toMatchObject({ written: 1 });
    },
  );

  it("are a fault of a file too", async () => {
    await exportAs(
      { ...profiles.trl, name: "own", tools: { ...trlTools(), replyOrder: "any" } },
      mixed,
    );
    const { problems } = await validateSft(path(), { profile: "trl" });
    expect(problems.map(({ problem }) => problem)).toContain(
      'line 1, message 2: answers the call "call00002" before "call00001", which was made before it',
    );
  });

  function trlTools() {
    if (profiles.trl.tools === null) throw new Error("trl has tools");
    return profiles.trl.tools;
  }
});

describe("a tool without a description", () => {
  const tools: ToolSpec[] = [{ name: "lookup_order", parameters: { type: "object" } }];
  const attempt = { ...orderAttempt, tools };

  it.each(["trl", "trl-prompt-completion", "axolotl"] as const)(
    "has an empty one for %s, since templates read the key",
    async (profile) => {
      await exportAs(profile, attempt);
      expect((await rows())[0].tools).toEqual([
        {
          type: "function",
          function: { name: "lookup_order", description: "", parameters: { type: "object" } },
        },
      ]);
      expect(await validateSft(path(), { profile })).toMatchObject({ valid: true });
    },
  );

  it("has an empty one in the manifest for tinker, and none for hosted services", async () => {
    await exportAs("tinker", attempt);
    const { tool_sets: sets } = JSON.parse(await readFile(`${path()}.meta.json`, "utf8"));
    expect(sets[0][0].function.description).toBe("");
    await exportAs("openai", attempt);
    expect((await rows())[0].tools[0].function).not.toHaveProperty("description");
  });
});

it("tinker: lists of tools that differ in the manifest alone make no second row", async () => {
  const attempts = ["one", "two"].map((description) => ({
    ...orderAttempt,
    tools: [{ ...lookupOrder, description }],
  }));
  const result = exampleResult([{ id: "t1", attempts }]);
  expect(await toSftJsonl(result, path(), { profile: "tinker" })).toMatchObject({
    written: 1,
    droppedDuplicates: 1,
  });
  expect(await toSftJsonl(result, path(), { profile: "trl" })).toMatchObject({ written: 2 });
});
