import { appendFile, writeFile } from "node:fs/promises";
import { traceRow } from "@rollouts/export-sft";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import { badRun, exampleResult, fail, goodRun, pass } from "./__fixtures__/result.ts";
import { preferenceProfiles } from "./profiles/profiles.ts";
import { toKtoJsonl } from "./to-kto-jsonl.ts";
import { toPreferenceJsonl } from "./to-preference-jsonl.ts";
import { toPromptsJsonl } from "./to-prompts-jsonl.ts";
import { type ValidatePreferenceOptions, validatePreference } from "./validate-preference.ts";

const folder = useFolder(beforeEach, afterEach);
const names = Object.keys(preferenceProfiles) as (keyof typeof preferenceProfiles)[];
const result = exampleResult([
  { id: "t1", attempts: [pass("A"), fail("B")] },
  { id: "t2", attempts: [goodRun, badRun] },
]);

async function problemsOf(rows: readonly unknown[], options: ValidatePreferenceOptions) {
  const path = folder.path("rows.jsonl");
  await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const { problems, valid } = await validatePreference(path, options);
  expect(valid).toBe(problems.length === 0);
  return problems.map(({ problem }) => problem);
}

const user = { role: "user", content: "U" };
const good = { role: "assistant", content: "A" };
const bad = { role: "assistant", content: "B" };
const call = { id: "a", type: "function", function: { name: "look", arguments: "{}" } };
const calling = { role: "assistant", tool_calls: [call] };

describe("files that were written here are valid, and match their manifest", () => {
  const valid = { valid: true, problems: [], manifest: "matches" };

  it.each(names)("pairs of %s", async (profile) => {
    const path = folder.path("rows.jsonl");
    const { written } = await toPreferenceJsonl(result, path, { profile });
    expect(await validatePreference(path, { profile })).toMatchObject({ ...valid, rows: written });
  });

  it("KTO rows, and prompts", async () => {
    const path = folder.path("rows.jsonl");
    await toKtoJsonl(result, path);
    expect(await validatePreference(path, { kind: "kto" })).toMatchObject(valid);
    for (const profile of ["openai", "fireworks", "trl"] as const) {
      await toPromptsJsonl(result, path, { profile, fields: ({ id }) => ({ id }) });
      expect(await validatePreference(path, { kind: "prompts", profile })).toMatchObject(valid);
    }
  });

  it("lead back from a line to the attempt that was preferred", async () => {
    const path = folder.path("rows.jsonl");
    await toPreferenceJsonl(result, path, { profile: "trl" });
    expect(await traceRow(path, 2)).toMatchObject({ taskId: "t2", attemptIndex: 0, score: 1 });
  });

  it("are no longer when a byte has changed", async () => {
    const path = folder.path("rows.jsonl");
    await toPreferenceJsonl(result, path, { profile: "trl" });
    await appendFile(path, "\n");
    expect(await validatePreference(path, { profile: "trl" })).toMatchObject({
      valid: false,
      manifest: "differs",
    });
  });
});

describe("what is wrong with a pair", () => {
  const row = {
    input: { messages: [user] },
    preferred_output: [good],
    non_preferred_output: [bad],
  };
  const flat = { prompt: [user], chosen: [good], rejected: [bad] };

  it.each([
    [{ ...row, id: 1 }, 'has the key "id"'],
    [{ ...row, input: [user] }, "input must be an object"],
    [{ ...row, input: { messages: [user], id: 1 } }, 'input has the key "id"'],
    [{ ...row, input: { messages: [] } }, "has no user message"],
    [{ ...row, preferred_output: good }, "must be lists"],
    [{ ...row, preferred_output: [] }, "the chosen answer must be a list of one message"],
    [{ ...row, preferred_output: [good, good] }, "the chosen answer must be a list of one message"],
    [{ ...row, non_preferred_output: [user] }, "the rejected answer must begin with a message"],
    [{ ...row, non_preferred_output: [null] }, "the rejected answer must begin with a message"],
    [{ ...row, non_preferred_output: [good] }, "both answers are the same"],
    [{ ...row, preferred_output: [calling] }, "the chosen answer must not call tools"],
    [{ ...row, preferred_output: [{ ...good, content: " " }] }, "message 1: content is blank"],
    [{ ...row, input: { messages: [user], tools: [] } }, "tools must be a list that is not empty"],
    [{ ...row, input: { messages: [{ role: "developer", content: "S" }, user] } }, "role must be"],
  ])("openai: %j", async (found, problem) => {
    const problems = await problemsOf([found], { profile: "openai" });
    expect(problems.join("\n")).toContain(problem);
  });

  it("is told once where it is of the prompt", async () => {
    const input = { messages: [user, { role: "user", content: "" }] };
    expect(await problemsOf([{ ...row, input }], {})).toEqual([
      "line 1, message 1: content is blank",
    ]);
  });

  it("together takes calls as answers, if they are right", async () => {
    const options = { profile: "together" } as const;
    expect(await problemsOf([{ ...row, preferred_output: [calling] }], options)).toEqual([]);
    const wrong = { ...calling, tool_calls: [{ ...call, function: { name: "look" } }] };
    const problems = await problemsOf([{ ...row, preferred_output: [wrong] }], options);
    expect(problems).toEqual([expect.stringContaining("arguments must be text")]);
    const parallel = { messages: [user], parallel_tool_calls: true };
    expect(await problemsOf([{ ...row, input: parallel }], options)).toEqual([
      expect.stringContaining('input has the key "parallel_tool_calls"'),
    ]);
  });

  it.each([
    [{ ...flat, chosen: "A" }, "prompt, chosen and rejected must be lists"],
    [{ ...flat, chosen: [good, user] }, "must end with an assistant message"],
    [{ ...flat, rejected: [{ ...calling, content: "" }] }, "must be an object"],
  ])("trl: %j", async (found, problem) => {
    const problems = await problemsOf([found], { profile: "trl" });
    expect(problems.join("\n")).toContain(problem);
  });

  it("axolotl: answers are messages, without tools", async () => {
    const options = { profile: "axolotl" } as const;
    expect(await problemsOf([{ messages: [user], chosen: good, rejected: bad }], options)).toEqual(
      [],
    );
    expect(
      await problemsOf([{ messages: [user], chosen: [good], rejected: bad }], options),
    ).toEqual(["line 1: messages must be a list, chosen and rejected must be messages"]);
  });
});

describe("what is wrong with other rows", () => {
  const kto = { prompt: [user], completion: [good], label: true };

  it.each([
    [{ ...kto, label: "true" }, 'label must be true or false, got "true"'],
    [{ ...kto, completion: "A" }, "prompt and completion must be lists"],
    [{ ...kto, completion: [user, good] }, "completion must begin with a message of the assistant"],
    [{ ...kto, completion: [] }, "completion must begin with a message of the assistant"],
    [{ ...kto, kto_tag: true }, 'has the key "kto_tag"'],
  ])("KTO: %j", async (row, problem) => {
    expect((await problemsOf([row], { kind: "kto" })).join("\n")).toContain(problem);
  });

  it.each([
    [{ messages: [user] }, "prompt must be a list that is not empty"],
    [{ prompt: [] }, "prompt must be a list that is not empty"],
    [{ prompt: [user, good] }, "the last message must be the user's"],
    [{ prompt: [null] }, "must be an object"],
    [{ prompt: [{ role: "developer", content: "S" }, user] }, "role must be"],
  ])("prompts: %j", async (row, problem) => {
    expect((await problemsOf([row], { kind: "prompts" })).join("\n")).toContain(problem);
  });

  it("prompts may have any other key", async () => {
    expect(await problemsOf([{ prompt: [user], answer: 42 }], { kind: "prompts" })).toEqual([]);
  });
});

describe("arguments that cannot be used", () => {
  it("are refused, and a file that is not there is an error with its cause", async () => {
    const path = folder.path("rows.jsonl");
    const refused = { code: "invalid_argument" };
    await expect(validatePreference("")).rejects.toMatchObject(refused);
    for (const options of [{ kind: "sft" }, { profile: "portable" }, { lines: 1 }, null]) {
      await expect(validatePreference(path, options as never)).rejects.toMatchObject(refused);
    }
    await expect(validatePreference(path, { kind: "kto", profile: "openai" })).rejects.toThrow(
      "takes no KTO rows",
    );
    await expect(validatePreference(path)).rejects.toMatchObject({
      code: "export_failed",
      cause: { code: "ENOENT" },
    });
  });
});
