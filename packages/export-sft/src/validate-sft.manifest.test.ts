import { appendFile, readFile, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import { conversation, exampleResult } from "./__fixtures__/result.ts";
import { profiles, type SftProfileName } from "./profiles/profiles.ts";
import { toSftJsonl } from "./to-sft-jsonl.ts";
import { validateSft } from "./validate-sft.ts";

const folder = useFolder(beforeEach, afterEach);
const attempts = ["one", "two"].map((text) => ({ messages: conversation("U", text) }));
const result = exampleResult([{ id: "t1", attempts }]);
const extra =
  '{"messages":[{"role":"user","content":"U"},{"role":"assistant","content":"three"}]}\n';

async function exported(options = {}): Promise<string> {
  const path = folder.path("rows.jsonl");
  await toSftJsonl(result, path, options);
  return path;
}
const problemsOf = async (path: string) =>
  (await validateSft(path)).problems.map(({ problem }) => problem);

describe("B16 a file beside its manifest", () => {
  it("matches when nothing was changed", async () => {
    expect(await validateSft(await exported())).toMatchObject({ valid: true, manifest: "matches" });
  });

  it("differs when a row was changed", async () => {
    const path = await exported();
    await writeFile(path, (await readFile(path, "utf8")).replace("two", "owt"));
    expect(await validateSft(path)).toMatchObject({ valid: false, manifest: "differs" });
    expect(await problemsOf(path)).toEqual([
      expect.stringMatching(/^the manifest says sha256 "[0-9a-f]{64}", it is "[0-9a-f]{64}"$/),
      "line 2: is not the row that the manifest describes",
    ]);
  });

  it("differs when a row was added", async () => {
    const path = await exported();
    await appendFile(path, extra);
    expect(await problemsOf(path)).toEqual([
      expect.stringMatching(/^the manifest says bytes \d+, it is \d+$/),
      "the manifest says rows 2, it is 3",
      expect.stringMatching(/^the manifest says sha256/),
      "the manifest describes 2 rows of 3",
    ]);
  });

  it("differs when it was written for another consumer", async () => {
    const path = await exported({ profile: "openai" });
    expect(await problemsOf(path)).toEqual([
      'the manifest says profile "openai", it is "portable"',
    ]);
    expect(await validateSft(path, { profile: "openai" })).toMatchObject({ valid: true });
  });

  it("differs when the manifest is none", async () => {
    const path = await exported();
    await writeFile(`${path}.meta.json`, "{}");
    expect(await validateSft(path)).toMatchObject({ valid: false, manifest: "differs" });
  });
});

describe("a manifest that is none", () => {
  const line = { task_id: "t", attempt_index: 0, score: 1, sha256: "0".repeat(64) };

  it.each<[unknown, string]>([
    [{ format_version: 2, lines: [line] }, "the manifest has format_version 2, not 1"],
    [{ lines: [{ ...line, attempt_index: -1.5 }] }, "the manifest has no list lines"],
    [{ lines: [{ ...line, attempt_index: 1.5 }] }, "the manifest has no list lines"],
    [{ lines: [{ ...line, score: 2 }] }, "the manifest has no list lines"],
    [{ lines: [{ ...line, sha256: "0" }] }, "the manifest has no list lines"],
    ["\u001b[2J", "the manifest is not valid JSON: "],
  ])("%j", async (manifest, problem) => {
    const path = await exported();
    const text = typeof manifest === "string" ? manifest : JSON.stringify(manifest);
    await writeFile(`${path}.meta.json`, text);
    const [first] = await problemsOf(path);
    expect(first).toContain(problem);
    expect(first).toMatch(/^[ -~]*$/);
  });
});

describe("a raw U+2028, U+2029 or U+0085", () => {
  it.each([
    ["\u2028", "U+2028"],
    ["\u2029", "U+2029"],
    ["\u0085", "U+0085"],
  ])("%j is a fault but for portable, which splits at \\n alone", async (character, name) => {
    const path = folder.path("other.jsonl");
    await writeFile(path, extra.replace("three", `a${character}b`));
    expect(await validateSft(path)).toMatchObject({ valid: true });
    for (const profile of Object.keys(profiles) as SftProfileName[]) {
      if (profile === "portable" || profile === "trl-prompt-completion") continue;
      const { problems } = await validateSft(path, { profile });
      expect(problems.map(({ problem }) => problem)).toEqual([
        `line 1: has ${name} unescaped, at which some readers break a line`,
      ]);
    }
  });
});

describe("a byte order mark", () => {
  const profile = { ...profiles.openai, name: "marked", byteOrderMark: true };

  it("is written and wanted where a profile has one", async () => {
    const path = await exported({ profile });
    expect((await readFile(path)).subarray(0, 4)).toEqual(Buffer.from([0xef, 0xbb, 0xbf, 0x7b]));
    expect(await validateSft(path, { profile })).toMatchObject({
      valid: true,
      manifest: "matches",
    });
  });

  it("is missed where it is wanted", async () => {
    const path = folder.path("other.jsonl");
    await writeFile(path, extra);
    const { problems } = await validateSft(path, { profile });
    expect(problems).toMatchObject([
      { line: 1, problem: "line 1: lacks the byte order mark at its start" },
    ]);
  });
});

describe("rows with tools", () => {
  const row = (turn: object, more: object = {}) =>
    JSON.stringify({
      messages: [
        { role: "user", content: "U" },
        { role: "assistant", ...turn },
        { role: "tool", tool_call_id: "c", content: "T" },
        { role: "assistant", content: "A" },
      ],
      ...more,
    });
  const call = { id: "c", type: "function", function: { name: "f", arguments: "{}" } };
  const toolOf = (tool: object) => ({ type: "function", function: { parameters: {}, ...tool } });

  it.each([
    [row({ tool_calls: [call] }), null],
    [row({ content: "text", tool_calls: [call], weight: 0 }), null],
    [row({ tool_calls: [] }), "message 1: tool_calls must be a list that is not empty"],
    [row({ tool_calls: [{ ...call, id: 5 }] }), "message 1: the id of a call must be text, got 5"],
    [row({ tool_calls: [{ ...call, type: "x" }] }), 'message 1: type must be "function", got "x"'],
    [
      row({ tool_calls: [{ ...call, function: { name: "f", arguments: {} } }] }),
      "message 1: arguments must be text, got an object",
    ],
    [
      row({ tool_calls: [{ ...call, function: { name: "f", arguments: "{" } }] }),
      'message 1: the arguments of "f" are not the JSON of an object',
    ],
    [row({ tool_calls: [{ ...call, id: "d" }] }), 'message 1: the call "d" has no reply'],
    [row({ tool_calls: [call], id: "x" }), 'message 1: has the key "id"'],
    [row({ tool_calls: [call], weight: true }), "message 1: weight must be the integer 0 or 1"],
    [row({ tool_calls: [call] }, { tools: [] }), "tools must be a list that is not empty"],
    [row({ tool_calls: [call] }, { tools: [{}] }), 'tool 0: must be {"type":"function"'],
    [row({ tool_calls: [call] }, { tools: [toolOf({ name: "f" })] }), null],
    [
      row({ tool_calls: [call] }, { tools: [toolOf({ name: "bad name!" })] }),
      'tool 0: the tool name "bad name!" is not 1 to 64 of A-Z, a-z, 0-9, _ and -',
    ],
    [
      row({ tool_calls: [call] }, { tools: [toolOf({ name: "f", description: "x\ud800" })] }),
      "line 1: has a lone surrogate U+D800",
    ],
    [row({ tool_calls: [{ ...call, id: "" }] }), "message 1: a call has no id"],
    [
      row({ tool_calls: [{ ...call, function: { name: "f", arguments: '{"q":"\\ud800"}' } }] }),
      "message 1: arguments have a lone surrogate U+D800",
    ],
    [row({ content: "half</think>", tool_calls: [call] }), "message 1: has a <think> or </think>"],
    [
      row({ tool_calls: [call] }, { parallel_tool_calls: 1 }),
      "parallel_tool_calls must be true or false, got 1",
    ],
    [row({ tool_calls: [call] }, { metadata: {} }), 'has the key "metadata", it may have only'],
  ])("%#: %s", async (line, problem) => {
    const path = folder.path("rows.jsonl");
    await writeFile(path, `${line}\n`);
    const { problems } = await validateSft(path, { profile: "openai" });
    if (problem === null) expect(problems).toEqual([]);
    else expect(problems.map((found) => found.problem).join("\n")).toContain(problem);
  });

  it("of a prompt and a completion are read as one conversation", async () => {
    const path = folder.path("rows.jsonl");
    const [user, turn, tool, answer] = JSON.parse(row({ content: "" })).messages;
    await writeFile(
      path,
      `${JSON.stringify({ prompt: [user, turn, tool], completion: [answer] })}
${JSON.stringify({ prompt: [user], completion: [answer, answer] })}
${JSON.stringify({ prompt: [user], completion: [answer] })}
`,
    );
    const { problems } = await validateSft(path, { profile: "trl-prompt-completion" });
    expect(problems.map(({ problem }) => problem)).toEqual([
      "line 1, message 1: content is blank",
      expect.stringContaining("line 1, message 2: lacks name"),
      "line 2: prompt must be a list, and completion a list of one message",
    ]);
  });
});
