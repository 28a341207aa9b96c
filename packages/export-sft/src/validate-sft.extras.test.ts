import { writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import { exampleResult } from "./__fixtures__/result.ts";
import { profiles, type SftProfileName } from "./profiles/profiles.ts";
import { toSftJsonl } from "./to-sft-jsonl.ts";
import { validateSft } from "./validate-sft.ts";

const folder = useFolder(beforeEach, afterEach);
const user = { role: "user", content: "U" };
const assistant = { role: "assistant", content: "A" };
const call = {
  role: "assistant",
  content: "",
  tool_calls: [{ id: "call00001", type: "function", function: { name: "f", arguments: "{}" } }],
};
const reply = { role: "tool", tool_call_id: "call00001", content: "T" };
const tools = [{ type: "function", function: { name: "f", description: "D", parameters: {} } }];
const textParts = [
  { type: "text", text: "a" },
  { type: "text", text: "b" },
];

async function problemsOf(row: object, profile: SftProfileName) {
  const path = folder.path("rows.jsonl");
  await writeFile(path, `${JSON.stringify(row)}\n`);
  const { valid, problems } = await validateSft(path, { profile });
  expect(valid).toBe(problems.length === 0);
  return problems.map(({ problem }) => problem);
}

describe("what no row of ours has is read where the consumer takes it, and nowhere else", () => {
  const functionRow = {
    messages: [
      user,
      { role: "assistant", function_call: { name: "f", arguments: "{}" } },
      { role: "function", name: "f", content: "T" },
      assistant,
    ],
    functions: [{ name: "f" }],
  };
  const weighted = { messages: [user, assistant], weight: 0.5 };
  const reasoned = { ...assistant, reasoning_content: "R" };

  it.each<[string, object, readonly SftProfileName[]]>([
    [
      "name of a message",
      {
        messages: [
          { ...user, name: "bob" },
          { ...assistant, name: "al" },
        ],
      },
      ["openai"],
    ],
    ["functions, as tools were at first", functionRow, ["openai"]],
    ["weight of a row", weighted, ["together", "fireworks"]],
    ["weight of a row under 0", { ...weighted, weight: -1 }, ["fireworks"]],
    [
      "reasoning_content",
      { messages: [user, reasoned] },
      ["together", "fireworks", "trl", "axolotl"],
    ],
    ["reasoning", { messages: [user, { ...assistant, reasoning: "R" }] }, ["together"]],
    [
      "parts of text in all roles",
      {
        messages: [
          { role: "system", content: textParts },
          { role: "user", content: textParts },
          { role: "assistant", content: textParts },
        ],
      },
      ["openai", "fireworks"],
    ],
  ])("%s", async (_, row, takers) => {
    for (const profile of Object.keys(profiles) as SftProfileName[]) {
      if (profile === "trl-prompt-completion") continue;
      const isTaken = (await problemsOf(row, profile)).length === 0;
      expect([profile, isTaken]).toEqual([profile, takers.includes(profile)]);
    }
  });

  it.each<[object, SftProfileName, string]>([
    [{ messages: [{ ...user, name: 5 }, assistant] }, "openai", "name must be text, got 5"],
    [
      { messages: [user, { ...assistant, reasoning: [] }] },
      "together",
      "reasoning must be text, got an array of 0",
    ],
    [{ ...weighted, weight: -1 }, "together", "weight must be a number >= 0, got -1"],
    [{ ...weighted, weight: true }, "fireworks", "weight must be a number, got true"],
    [{ ...functionRow, functions: [] }, "openai", "functions must be a list of 1 to 128"],
    [
      { ...functionRow, functions: Array(129).fill({ name: "f" }) },
      "openai",
      "functions must be a list of 1 to 128",
    ],
    [{ ...functionRow, functions: [5] }, "openai", "function 0: must be an object, got 5"],
    [{ ...functionRow, functions: [{ name: "g" }] }, "openai", 'message 1: calls "f", which is'],
    [
      { messages: functionRow.messages.filter(({ role }) => role !== "function") },
      "openai",
      'message 1: the call "f" has no reply',
    ],
    [
      { messages: [user, { role: "assistant", function_call: { name: "f" } }] },
      "openai",
      "message 1: arguments must be text, got undefined",
    ],
    [
      { messages: [user, { role: "assistant", content: [{ type: "text", text: " " }] }] },
      "openai",
      "message 1: content is blank",
    ],
    [
      { messages: [user, { role: "assistant", content: [{ type: "image_url" }] }] },
      "openai",
      "message 1: content must be text",
    ],
  ])("but %j is wrong for %s", async (row, profile, problem) => {
    expect((await problemsOf(row, profile)).join("\n")).toContain(problem);
  });
});

describe("what the export refuses is no valid row either", () => {
  it.each<SftProfileName>(["openai", "together", "fireworks", "mistral"])(
    "%s: nothing to train, since every assistant message has weight 0",
    async (profile) => {
      const untrained = { ...assistant, weight: 0 };
      expect(await problemsOf({ messages: [user, untrained] }, profile)).toEqual([
        "line 1: has no assistant message to train, each has weight 0",
      ]);
      const messages = [user, untrained, user, assistant];
      expect(await problemsOf({ messages }, profile)).toEqual([]);
    },
  );

  it("nothing to train, as a hook may have it: the attempt is left out", async () => {
    const result = exampleResult([{ id: "t1", attempts: [{}] }]);
    const report = await toSftJsonl(result, folder.path("rows.jsonl"), {
      profile: "openai",
      redact: (found) => ({
        ...found,
        messages: found.messages.map((one) =>
          one.role === "assistant" ? { ...one, trained: false } : one,
        ),
      }),
    });
    expect(report).toMatchObject({ written: 0, unsupported: { "nothing-trained": 1 } });
  });

  it.each<SftProfileName>(["openai", "together", "fireworks"])(
    "%s: a call of a tool that the row does not offer",
    async (profile) => {
      const row = { messages: [user, call, reply, assistant], tools };
      expect(await problemsOf(row, profile)).toEqual([]);
      const other = [{ type: "function", function: { name: "g", parameters: {} } }];
      expect(await problemsOf({ ...row, tools: other }, profile)).toEqual([
        'line 1, message 1: calls "f", which is none of the tools of the row',
      ]);
    },
  );

  it("openai: an eleventh image, and an address that is no image's", async () => {
    const image = { type: "image_url", image_url: { url: "https://host.invalid/x.png" } };
    const asking = (...content: object[]) => ({
      messages: [{ role: "user", content }, assistant],
    });
    expect(await problemsOf(asking(...Array(10).fill(image)), "openai")).toEqual([]);
    expect(await problemsOf(asking(...Array(11).fill(image)), "openai")).toEqual([
      "line 1, message 0: has an image after the first 10 of the conversation",
    ]);
    const page = { type: "image_url", image_url: { url: "data:text/html,hi" } };
    expect(await problemsOf(asking(page), "openai")).toEqual([
      "line 1, message 0: parts must be texts and images",
    ]);
  });
});
