import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Message } from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import {
  conversation,
  type ExampleTask,
  exampleResult,
  lookupOrder,
  orderAttempt,
} from "./__fixtures__/result.ts";
import { profiles } from "./profiles/profiles.ts";
import { splitSide } from "./selection/split.ts";
import { toSftJsonl } from "./to-sft-jsonl.ts";
import { validateSft } from "./validate-sft.ts";

const folder = useFolder(beforeEach, afterEach);
const path = () => folder.path("rows.jsonl");
const read = (name: string) => readFile(folder.path(name), "utf8");
const tasksOf = (count: number, answerOf: (index: number) => string): ExampleTask[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `t${index}`,
    attempts: [{ messages: conversation("U", answerOf(index)) }],
  }));

describe("a small file", () => {
  it("is told of by its name, if it is one to train on", async () => {
    const limits = { ...profiles.openai.limits, maxRows: 12 };
    const profile = { ...profiles.openai, name: "small", limits };
    const tasks = tasksOf(15, String);
    const report = await toSftJsonl(exampleResult(tasks), path(), { profile });
    const second = folder.path("rows-00002-of-00002.jsonl");
    expect(report.belowMinimum).toEqual({ path: second, have: 3, need: 10 });
  });

  it("is none when it is there to validate with", async () => {
    const split = { fraction: 0.2, seed: "s" };
    const result = exampleResult(tasksOf(30, String));
    const report = await toSftJsonl(result, path(), { profile: "openai", split });
    const [train, validation] = report.files.map(({ rows }) => rows);
    expect(train).toBeGreaterThanOrEqual(10);
    expect(validation).toBeLessThan(10);
    expect(report.belowMinimum).toBeNull();
  });
});

describe("a name that the consumer refuses", () => {
  it.each(["together", "openai"] as const)(
    "is a warning of %s, and a fault of the file",
    async (profile) => {
      const result = exampleResult(tasksOf(1, String));
      const report = await toSftJsonl(result, folder.path("r.json"), { profile });
      const problem = `the file is called "r.json", profile ${profile} takes only names that end with .jsonl`;
      expect(report).toMatchObject({ written: 1, warnings: [problem] });
      expect(await validateSft(folder.path("r.json"), { profile })).toMatchObject({
        valid: false,
        problems: [{ line: null, problem }],
      });
      expect(await toSftJsonl(result, path(), { profile })).toMatchObject({ warnings: [] });
    },
  );

  it("is a warning for each file that has one, shards and the file to validate with", async () => {
    const limits = { ...profiles.together.limits, maxRows: 5 };
    const profile = { ...profiles.together, name: "own", limits };
    const split = { fraction: 0.25, validationPath: folder.path("v.json") };
    const warning = (name: string) =>
      `the file is called "${name}", profile own takes only names that end with .jsonl`;
    const shards = ["v-00001-of-00002.json", "v-00002-of-00002.json"];
    const result = exampleResult(tasksOf(30, String));
    const report = await toSftJsonl(result, path(), { profile, split });
    const names = report.files
      .filter(({ split: side }) => side === "validation")
      .map((file) => basename(file.path));
    expect(names).toEqual(shards);
    expect(report.warnings).toEqual(names.map(warning));
  });

  it("is none for others", async () => {
    const result = exampleResult(tasksOf(1, String));
    const report = await toSftJsonl(result, folder.path("r.json"), { profile: "trl" });
    expect(report.warnings).toEqual([]);
  });
});

describe("the sides of a split", () => {
  const split = { fraction: 0.5, seed: "s" };

  it("share no row, also where a row may stand twice in a file", async () => {
    const tasks = tasksOf(20, (index) => `answer ${index % 10}`).map((task) => ({
      ...task,
      attempts: [...task.attempts, ...task.attempts],
    }));
    const report = await toSftJsonl(exampleResult(tasks), path(), { split });
    const [train, validation] = await Promise.all(
      ["rows.jsonl", "rows.validation.jsonl"].map(async (name) => (await read(name)).split("\n")),
    );
    const shared = train?.filter((line) => line !== "" && validation?.includes(line));
    expect(shared).toEqual([]);
    expect(report.written + report.droppedDuplicates).toBe(report.considered);
    expect(report.droppedDuplicates).toBeGreaterThan(0);
    expect(new Set(train).size).toBeLessThan(train?.length ?? 0);
  });

  it("cannot have one name, also when a shard would get it", async () => {
    const limits = { ...profiles.openai.limits, maxRows: 1 };
    const profile = { ...profiles.openai, name: "small", limits };
    const tasks = tasksOf(8, String);
    const trained = tasks.filter(
      ({ id }) => splitSide({ id, input: "", metadata: {} }, split) === "train",
    );
    const number = String(trained.length).padStart(5, "0");
    const validationPath = folder.path(`rows-00001-of-${number}.jsonl`);
    // One row, so that this side keeps its name.
    const kept = [...trained, ...tasks.filter((task) => !trained.includes(task)).slice(0, 1)];
    const exported = toSftJsonl(exampleResult(kept), path(), {
      profile,
      split: { ...split, validationPath },
    });
    await expect(exported).rejects.toThrow("Two files would be called");
    expect(await folder.names()).toEqual([]);
  });
});

describe("errors name the attempt", () => {
  const result = exampleResult([
    { id: "fine", attempts: [{}] },
    {
      id: "bad",
      attempts: [{ messages: conversation("U", "fine") }, { messages: conversation("U", "boom") }],
    },
  ]);

  it("of a hook that throws", async () => {
    const cause = new Error("no\u001b[2J");
    const exported = toSftJsonl(result, path(), {
      redact: (one) => {
        if (one.messages.at(-1)?.content === "boom") throw cause;
        return one;
      },
    });
    await expect(exported).rejects.toMatchObject({
      code: "export_failed",
      message: 'Task "bad", attempt 1: no\\u001b[2J. Nothing was written.',
      cause,
    });
    expect(await folder.names()).toEqual([]);
  });

  it("of a hook that gives an assistant's turn without toolCalls", async () => {
    const exported = toSftJsonl(result, path(), {
      profile: "openai",
      redact: (one) => ({
        ...one,
        messages: one.messages.map(({ role, content, index }) =>
          role === "assistant" && content === "boom"
            ? ({ role, content, index, trained: true } as never)
            : ({ role, content, index, toolCalls: [], trained: true } as never),
        ),
      }),
    });
    await expect(exported).rejects.toThrow(
      'Task "bad", attempt 1: redact must give a conversation or null, gave one whose message 1 has undefined as its toolCalls. Nothing was written.',
    );
  });

  it.each([
    [() => undefined, "must be an object, got undefined."],
    [() => [], "must be an object, got an array of 0."],
    [
      () => {
        throw new TypeError("gone");
      },
      'Task "fine", attempt 0: gone. Nothing was written.',
    ],
    [() => ({ contents: 1n }), "serialize a BigInt"],
    [() => ({ contents: Number.NaN }), "contents is null"],
  ])("of a format that writes no row: %#", async (write, message) => {
    const profile = {
      ...profiles.trl,
      name: "own",
      rowKeys: { required: ["contents"], optional: [] },
      format: {
        write: write as never,
        *check({ contents }: Readonly<Record<string, unknown>>) {
          if (contents === null) yield { message: null, fault: "contents is null" };
        },
      },
    };
    const exported = toSftJsonl(result, path(), { profile });
    await expect(exported).rejects.toMatchObject({ code: "export_failed" });
    await expect(exported).rejects.toThrow('Task "fine", attempt 0: ');
    await expect(exported).rejects.toThrow(message);
  });
});

describe("rows of a profile that is not shipped are held against it", () => {
  it("also when it has our format", async () => {
    // Its row keys want something that our format never writes.
    const profile = {
      ...profiles.openai,
      name: "own",
      rowKeys: { required: ["text"], optional: [] },
    };
    const exported = toSftJsonl(exampleResult(tasksOf(1, String)), path(), { profile });
    await expect(exported).rejects.toThrow(
      'Task "t0", attempt 0: profile own wrote a row that it does not accept, which is a fault of its format: has the key "messages", it may have only text and functions. Nothing was written.',
    );
    expect(await folder.names()).toEqual([]);
  });

  it("and may have a format that is an instance of a class", async () => {
    class Own {
      readonly key = "contents";
      write() {
        return { [this.key]: "x" };
      }
      check() {
        return [];
      }
    }
    const rowKeys = { required: ["contents"], optional: [] };
    const profile = { ...profiles.trl, name: "own", rowKeys, format: new Own() };
    await toSftJsonl(exampleResult(tasksOf(1, String)), path(), { profile });
    expect(await read("rows.jsonl")).toBe('{"contents":"x"}\n');
  });
});

it.each(["newdir/", "data/newdir//"])(
  "refuses a path that ends like a folder: %s",
  async (name) => {
    for (const options of [{}, { split: { fraction: 0.5, validationPath: folder.path(name) } }]) {
      const to = "split" in options ? path() : `${folder.path("")}/${name}`;
      await expect(
        toSftJsonl(exampleResult(tasksOf(1, String)), to, options),
      ).rejects.toMatchObject({
        code: "invalid_argument",
      });
    }
    expect(await folder.names()).toEqual([]);
  },
);

describe("messages of the task's input", () => {
  const said = (content: string): Message => ({ role: "assistant", content });
  const user = (content: string): Message => ({ role: "user", content });
  const input = [user("one"), said("given"), user("two"), said("given too"), user("three")];

  it.each([
    ["as they stand", [...input, said("A")], ["given", "given too"]],
    [
      "after examples that the agent puts before them",
      [user("example"), said("example answer"), ...input, said("A")],
      ["given", "given too"],
    ],
    [
      "with one of them left out",
      [user("one"), user("two"), said("given too"), user("three"), said("A")],
      ["given too"],
    ],
    [
      "with an answer that says what one of them says",
      [...input, said("given")],
      ["given", "given too"],
    ],
  ])("weigh nothing, %s", async (_, messages, untrained) => {
    const result = exampleResult([{ id: "t1", input, attempts: [{ messages }] }]);
    await toSftJsonl(result, path(), { profile: "openai" });
    const rows: { messages: { content: string; weight?: number }[] } = JSON.parse(
      await read("rows.jsonl"),
    );
    const found = rows.messages.filter(({ weight }) => weight === 0);
    expect(found.map(({ content }) => content)).toEqual(untrained);
  });
});

it("estimates no tokens for an image, whatever its address is long", async () => {
  const imageOf = (bytes: number): Message[] => [
    {
      role: "user",
      content: [
        { type: "text", text: "What is it?" },
        { type: "image", url: `data:image/png;base64,${"iVBO".repeat(bytes / 4)}` },
      ],
    },
    { role: "assistant", content: "A cat." },
  ];
  const attempts = [4, 40_000].map((bytes) => ({ messages: imageOf(bytes) }));
  const result = exampleResult([{ id: "t1", attempts }]);
  await toSftJsonl(result, path(), { profile: "openai", countTokens: true });
  const { lines } = JSON.parse(await read("rows.jsonl.meta.json"));
  expect(lines[0].tokens).toBe(lines[1].tokens);
});

it("trl reports the rows that its trainer would cut at 1,024 tokens", async () => {
  const attempts = ["short", "word ".repeat(1100)].map((text) => ({
    messages: conversation("U", text),
  }));
  const result = exampleResult([{ id: "t1", attempts }]);
  for (const profile of ["trl", "trl-prompt-completion"] as const) {
    const report = await toSftJsonl(result, path(), { profile, countTokens: true });
    expect(report.tokens).toMatchObject({ overLimit: 1 });
  }
});

it("counts a secret in the definition of a tool, also where it stands in the manifest alone", async () => {
  const description = ["Use ghp_", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"].join("");
  const attempt = { ...orderAttempt, tools: [{ ...lookupOrder, description }] };
  const result = exampleResult([{ id: "t1", attempts: [attempt] }]);
  for (const profile of ["openai", "tinker"] as const) {
    expect(await toSftJsonl(result, path(), { profile })).toMatchObject({ withSecrets: 1 });
    const { lines } = JSON.parse(await read("rows.jsonl.meta.json"));
    expect(lines[0].secrets).toEqual([{ kind: "github-token", message: null }]);
  }
  const { toolExecutions: _, ...unrecorded } = attempt;
  const plain = exampleResult([{ id: "t1", attempts: [unrecorded] }]);
  expect(await toSftJsonl(plain, path())).toMatchObject({ written: 1, withSecrets: 1 });
  const { lines, tool_sets: toolSets } = JSON.parse(await read("rows.jsonl.meta.json"));
  expect(lines[0].secrets).toEqual([{ kind: "github-token", message: null }]);
  expect(toolSets[0][0].function.description).toBe(description);
});
