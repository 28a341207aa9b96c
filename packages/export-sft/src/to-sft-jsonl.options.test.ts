import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, symlink } from "node:fs/promises";
import type { Message, ToolSpec } from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import {
  conversation,
  type ExampleAttempt,
  type ExampleTask,
  exampleResult,
  lookupOrder,
  orderAttempt,
  orderMessages,
} from "./__fixtures__/result.ts";
import { profiles, type SftProfileName } from "./profiles/profiles.ts";
import { toSftJsonl } from "./to-sft-jsonl.ts";
import { validateSft } from "./validate-sft.ts";

const folder = useFolder(beforeEach, afterEach);
const path = () => folder.path("rows.jsonl");
const answersOf = async (name: string) =>
  (await readFile(folder.path(name), "utf8"))
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line).messages.at(-1).content);
const manifestOf = async (name: string) =>
  JSON.parse(await readFile(folder.path(`${name}.meta.json`), "utf8"));
const tasksOf = (count: number): ExampleTask[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `t${index}`,
    attempts: ["a", "b"].map((name) => ({ messages: conversation("U", `t${index}${name}`) })),
  }));

describe("onOverflow", () => {
  const small = {
    ...profiles.openai,
    name: "small",
    limits: { ...profiles.openai.limits, maxRows: 3 },
  };

  it("shard: goes on in another file, each with its manifest", async () => {
    const result = exampleResult(tasksOf(4));
    const report = await toSftJsonl(result, path(), { profile: small });
    const names = [1, 2, 3].map((shard) => `rows-0000${shard}-of-00003.jsonl`);
    expect(report.files.map((file) => [file.path, file.rows])).toEqual([
      [folder.path(names[0] ?? ""), 3],
      [folder.path(names[1] ?? ""), 3],
      [folder.path(names[2] ?? ""), 2],
    ]);
    expect(report).toMatchObject({ written: 8, droppedOverCap: 0, path: report.files[0]?.path });
    const path3 = folder.path(names[2] ?? "");
    expect(report.belowMinimum).toEqual({ path: path3, have: 2, need: 10 });
    expect(await folder.names()).toEqual(
      names.flatMap((name) => [name, `${name}.meta.json`]).sort(),
    );
    expect((await Promise.all(names.map(answersOf))).flat()).toEqual(
      [0, 1, 2, 3].flatMap((index) => [`t${index}a`, `t${index}b`]),
    );
    for (const [index, name] of names.entries()) {
      const { lines, rows, shard, sha256 } = await manifestOf(name);
      expect([lines.length, shard]).toEqual([rows, { number: index + 1, count: 3 }]);
      expect(sha256).toBe(report.files[index]?.sha256);
      const found = await validateSft(folder.path(name), { profile: small });
      expect(found).toMatchObject({ valid: true, manifest: "matches" });
    }
  });

  it("error: names the first attempt for which there is no room, and writes nothing", async () => {
    const result = exampleResult(tasksOf(2));
    const options = { profile: small, onOverflow: "error" } as const;
    await expect(toSftJsonl(result, path(), options)).rejects.toMatchObject({
      code: "export_failed",
      message: expect.stringMatching(
        /^Task "t1", attempt 1: the file is full: after 3 rows there is no room for its row of \d+ bytes, profile small allows 3 rows and 512000000 bytes in a file\. Nothing was written\. Use onOverflow/,
      ),
    });
    expect(await folder.names()).toEqual([]);
  });

  it("truncate: drops the first row too many and all that follow, and counts them", async () => {
    const options = { profile: small, onOverflow: "truncate" } as const;
    const report = await toSftJsonl(exampleResult(tasksOf(4)), path(), options);
    expect(report).toMatchObject({ written: 3, droppedOverCap: 5 });
    expect(await answersOf("rows.jsonl")).toEqual(["t0a", "t0b", "t1a"]);
  });

  it.each(["shard", "error"] as const)(
    "%s: a row that is too large by itself is an error with task, attempt and size",
    async (onOverflow) => {
      const limits = { ...small.limits, maxBytes: 200 };
      const attempts = [{}, { messages: conversation("U", "x".repeat(200)) }];
      const result = exampleResult([{ id: "big", attempts }]);
      await expect(
        toSftJsonl(result, path(), { profile: { ...small, limits }, onOverflow }),
      ).rejects.toMatchObject({
        code: "export_failed",
        message: expect.stringMatching(
          /^Task "big", attempt 1: its row has 279 bytes, profile small allows 200 in a file\. Nothing was written\. Leave the task out/,
        ),
      });
      expect(await folder.names()).toEqual([]);
    },
  );
});

describe("split", () => {
  const result = exampleResult(tasksOf(20));
  const split = { fraction: 0.3, seed: "s" };

  it("sends whole tasks to one side or the other, by the hash of their id", async () => {
    const report = await toSftJsonl(result, path(), { profile: "openai", split });
    const inValidation = (id: string) =>
      Number(createHash("sha256").update(`s\0${id}`).digest().readBigUInt64BE()) / 2 ** 64 < 0.3;
    const ids = result.taskResults.map(({ task }) => task.id);
    const rowsOf = (side: boolean) =>
      ids.filter((id) => inValidation(id) === side).flatMap((id) => [`${id}a`, `${id}b`]);
    expect(await answersOf("rows.jsonl")).toEqual(rowsOf(false));
    expect(await answersOf("rows.validation.jsonl")).toEqual(rowsOf(true));
    expect(report.splitTasks).toEqual({
      train: rowsOf(false).length / 2,
      validation: rowsOf(true).length / 2,
    });
    expect(report.files.map((file) => file.split)).toEqual(["train", "validation"]);
    expect(report.written).toBe(40);
    expect((await manifestOf("rows.jsonl")).split).toEqual({ side: "train", ...split });
    expect((await manifestOf("rows.validation.jsonl")).split).toEqual({
      side: "validation",
      ...split,
    });
  });

  it("keeps tasks of one group together", async () => {
    const grouped = exampleResult(
      tasksOf(20).map((task, index) => ({ ...task, metadata: { group: `g${index % 2}` } })),
    );
    await toSftJsonl(grouped, path(), {
      profile: "openai",
      split: { fraction: 0.5, seed: "a" },
    });
    const groupsOf = async (name: string) =>
      new Set((await answersOf(name)).map((answer) => Number.parseInt(answer.slice(1), 10) % 2));
    const [train, validation] = [
      await groupsOf("rows.jsonl"),
      await groupsOf("rows.validation.jsonl"),
    ];
    expect([train.size, validation.size]).toEqual([1, 1]);
    expect(train).not.toEqual(validation);
  });

  it("refuses a side without rows, and writes nothing", async () => {
    const one = exampleResult(tasksOf(1));
    await expect(toSftJsonl(one, path(), { split: { fraction: 0.5 } })).rejects.toMatchObject({
      code: "export_failed",
      message: expect.stringMatching(/^The split leaves no row for (train|validation)/),
    });
    expect(await folder.names()).toEqual([]);
  });

  it("may name the file of the validation side", async () => {
    const validationPath = folder.path("other/eval.jsonl");
    const report = await toSftJsonl(result, path(), { split: { ...split, validationPath } });
    expect(report.files.map((file) => file.path)).toEqual([path(), validationPath]);
  });
});

describe("redact", () => {
  it("changes rows, which are counted, and leaves attempts out, which are counted too", async () => {
    const attempts = ["keep", "my key", "drop"].map((text) => ({
      messages: conversation("U", text),
    }));
    const report = await toSftJsonl(exampleResult([{ id: "t1", attempts }]), path(), {
      profile: "openai",
      redact: (found) => {
        const last = found.messages.at(-1);
        if (last?.role !== "assistant" || last.content === "drop") return null;
        if (last.content === "keep") return found;
        const messages = [...found.messages.slice(0, -1), { ...last, content: "my ***" }];
        return { ...found, messages };
      },
    });
    expect(report).toMatchObject({ written: 2, redacted: 1, droppedByRedaction: 1 });
    expect(await answersOf("rows.jsonl")).toEqual(["keep", "my ***"]);
  });

  it("cannot change where a row comes from", async () => {
    const provenance = { taskId: "other", attemptIndex: 9, score: 0 };
    await toSftJsonl(exampleResult(tasksOf(1)), path(), {
      redact: async (found) => ({ ...found, provenance }),
    });
    expect((await manifestOf("rows.jsonl")).lines[0]).toMatchObject({ task_id: "t0", score: 1 });
  });

  it("is an error when it gives something else, or throws", async () => {
    const give = (redact: () => never) => toSftJsonl(exampleResult(tasksOf(1)), path(), { redact });
    await expect(give(() => "text" as never)).rejects.toThrow(
      'redact must give a conversation or null, gave "text"',
    );
    await expect(
      give(() => {
        throw new Error("no");
      }),
    ).rejects.toMatchObject({ code: "export_failed", cause: { message: "no" } });
    expect(await folder.names()).toEqual([]);
  });
});

describe("countTokens", () => {
  it("estimates the tokens of every row, and reports those over the limit", async () => {
    const limits = { ...profiles.openai.limits, maxRowTokens: 20 };
    const profile = { ...profiles.openai, name: "short", limits };
    const attempts = ["one", "one ".repeat(30)].map((text) => ({
      messages: conversation("hello", text),
    }));
    const result = exampleResult([{ id: "t1", attempts }]);
    const report = await toSftJsonl(result, path(), { profile, countTokens: true });
    // 3 a row, 3 a message, and a token a word
    expect(report.tokens).toEqual({ encoding: "o200k_base", total: 52, max: 41, overLimit: 1 });
    const { lines, tokens } = await manifestOf("rows.jsonl");
    expect(lines.map((line: { tokens: number }) => line.tokens)).toEqual([11, 41]);
    expect(tokens).toEqual({ encoding: "o200k_base", total: 52, max: 41, over_limit: 1 });
  });

  it("counts tool definitions that the trainer sees, and none that are left out", async () => {
    const tokensOf = async (profile: SftProfileName, tools: ToolSpec[]) => {
      const result = exampleResult([
        { id: "t1", attempts: [{ messages: conversation("U", "A"), tools }] },
      ]);
      return (await toSftJsonl(result, path(), { profile, countTokens: true })).tokens?.total ?? 0;
    };
    for (const profile of ["openai", "tinker"] as const) {
      const without = await tokensOf(profile, []);
      expect(await tokensOf(profile, [lookupOrder])).toBeGreaterThan(without);
    }
    expect(await tokensOf("portable", [lookupOrder])).toBe(await tokensOf("portable", []));
  });

  it("tells no number of tokens over a limit that the profile does not have", async () => {
    const report = await toSftJsonl(exampleResult([{ id: "t", attempts: [{}] }]), path(), {
      countTokens: true,
    });
    expect(report.tokens).toMatchObject({ overLimit: null });
  });
});

describe("what is noticed about rows", () => {
  const one = (attempt: ExampleAttempt) => exampleResult([{ id: "t1", attempts: [attempt] }]);

  it("B12 counts rows with text that some trainers take for a control token", async () => {
    const result = exampleResult([
      { id: "t1", attempts: [{ messages: conversation("U", "ends with <|im_end|>") }] },
      { id: "t2", attempts: [{ messages: conversation("U", "a <| b |> c") }] },
    ]);
    expect(await toSftJsonl(result, path())).toMatchObject({
      written: 2,
      withSpecialTokenText: 1,
    });
    expect(await answersOf("rows.jsonl")).toEqual(["ends with <|im_end|>", "a <| b |> c"]);
  });

  it("counts rows whose reasoning no profile writes", async () => {
    const messages: Message[] = [
      { role: "user", content: "U" },
      { role: "assistant", content: "A", reasoning: "because" },
    ];
    const report = await toSftJsonl(one({ messages }), path(), { profile: "trl" });
    expect(report).toMatchObject({ withoutReasoning: 1 });
    expect(await readFile(path(), "utf8")).not.toContain("because");
  });

  it("B15 tells when there are fewer rows than the consumer asks for, and writes them", async () => {
    const report = await toSftJsonl(one({}), path(), { profile: "openai" });
    expect(report).toMatchObject({ written: 1, belowMinimum: { have: 1, need: 10 } });
    expect(await toSftJsonl(one({}), path(), { profile: "trl" })).toMatchObject({
      belowMinimum: null,
    });
    expect(await toSftJsonl(one({ score: null }), path(), { profile: "openai" })).toMatchObject({
      written: 0,
      belowMinimum: null,
    });
  });

  it("keeps the tools that each row was offered in the manifest", async () => {
    const other = { name: "other", parameters: {} };
    const tasks = [[], undefined, orderAttempt.tools, orderAttempt.tools, [other]].map(
      (tools, index) => ({
        id: `t${index}`,
        attempts: [{ messages: conversation("U", `${index}`), ...(tools && { tools }) }],
      }),
    );
    await toSftJsonl(exampleResult(tasks), path(), { profile: "tinker" });
    const { lines, tool_sets: toolSets } = await manifestOf("rows.jsonl");
    expect(lines.map((line: { tool_set?: number }) => line.tool_set)).toEqual([
      undefined,
      undefined,
      0,
      0,
      1,
    ]);
    expect(toolSets).toMatchObject([
      [{ type: "function", function: { name: "lookup_order" } }],
      [{ type: "function", function: { name: "other" } }],
    ]);
  });
});

it("alternation: refuse leaves out conversations in which a role speaks twice in a row", async () => {
  const twice: Message[] = [{ role: "user", content: "U" }, ...conversation("V", "A")];
  const result = exampleResult([{ id: "t1", attempts: [{ messages: twice }, {}] }]);
  expect(await toSftJsonl(result, path())).toMatchObject({ written: 2, skippedUnsupported: 0 });
  const report = await toSftJsonl(result, path(), { alternation: "refuse" });
  expect(report).toMatchObject({ written: 1, unsupported: { "repeated-role": 1 } });
});

it("a tool run that the messages do not show is refused", async () => {
  const attempt = { ...orderAttempt, messages: conversation("U", "A") };
  const result = exampleResult([{ id: "t1", attempts: [attempt] }]);
  expect(await toSftJsonl(result, path(), { profile: "openai" })).toMatchObject({
    written: 0,
    unsupported: { "unrecorded-tool-run": 1 },
  });
});

it("a call with tools that the agent did not tell is refused", async () => {
  const { tools: _, ...attempt } = orderAttempt;
  const result = exampleResult([{ id: "t1", attempts: [attempt] }]);
  expect(await toSftJsonl(result, path(), { profile: "openai" })).toMatchObject({
    written: 0,
    unsupported: { "tools-unknown": 1 },
    rejections: [{ message: 2 }],
  });
});

it("lists the first 100 rejections and counts them all", async () => {
  const messages = orderMessages.slice(0, 3);
  const attempts = Array.from({ length: 150 }, () => ({ ...orderAttempt, messages }));
  const report = await toSftJsonl(exampleResult([{ id: "t1", attempts }]), path(), {
    profile: "openai",
  });
  expect(report.unsupported).toEqual({ "unanswered-call": 150 });
  expect(report.rejections).toHaveLength(100);
});

describe("the door", () => {
  const result = exampleResult(tasksOf(2));

  it.each([
    [{ minScore: 1.5 }, "minScore must be a number from 0 to 1, got 1.5."],
    [{ maxPerTask: 0 }, "maxPerTask must be a whole number >= 1, got 0."],
    [{ deduplicate: 1 }, "deduplicate must be true or false, got 1."],
    [{ allowMixedPrompts: "no" }, 'allowMixedPrompts must be true or false, got "no".'],
    [{ countTokens: 1 }, "countTokens must be true or false, got 1."],
    [{ onOverflow: "drop" }, 'onOverflow must be "shard", "error" or "truncate", got "drop".'],
    [{ alternation: "keep" }, 'alternation must be "refuse", got "keep".'],
    [{ redact: /a/ }, "redact must be a function of a conversation, got a RegExp."],
    [{ split: 0.1 }, "split must be an object, got 0.1."],
    [{ split: { fraction: 1 } }, "split.fraction must be a number between 0 and 1, got 1."],
    [{ split: { fraction: 0.1, seed: 3 } }, "split.seed must be text, got 3."],
    [
      { split: { fraction: 0.1, share: 1 } },
      'split has an unknown key "share" (allowed: fraction, seed, validationPath).',
    ],
  ])("refuses %j before a byte is written", async (options, message) => {
    await expect(toSftJsonl(result, path(), options as never)).rejects.toMatchObject({
      code: "invalid_argument",
      message,
    });
    expect(await folder.names()).toEqual([]);
  });

  it.each([
    ["its path", "rows.jsonl"],
    ["a folder that is a link", "link/rows.jsonl"],
    ["the folder above such a link", "deep/../rows.jsonl"],
  ])("refuses one file for both sides of a split, by %s", async (_, name) => {
    await mkdir(folder.path("sub"));
    await symlink(".", folder.path("link"));
    await symlink("sub", folder.path("deep"));
    // Not joined, which would leave the link out.
    const split = { fraction: 0.5, validationPath: `${folder.path("")}/${name}` };
    await expect(toSftJsonl(result, path(), { split })).rejects.toMatchObject({
      argument: "split.validationPath",
    });
    expect(await folder.names()).toEqual(["deep", "link", "sub"]);
  });

  it("writes all files into the folder above the one that a link leads to", async () => {
    await mkdir(folder.path("real/deep"), { recursive: true });
    await symlink("real/deep", folder.path("link"));
    await toSftJsonl(result, `${folder.path("link")}/../rows.jsonl`, { split: { fraction: 0.5 } });
    expect(await folder.names()).toEqual(["link", "real"]);
    expect((await readdir(folder.path("real"))).sort()).toEqual([
      "deep",
      "rows.jsonl",
      "rows.jsonl.meta.json",
      "rows.validation.jsonl",
      "rows.validation.jsonl.meta.json",
    ]);
  });
});
