import { readFile } from "node:fs/promises";
import type { Message, ToolSpec } from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import { type ExampleTask, exampleResult, lookupOrder } from "./__fixtures__/result.ts";
import type { SftProfileName } from "./profiles/profiles.ts";
import { toSftJsonl } from "./to-sft-jsonl.ts";

const folder = useFolder(beforeEach, afterEach);
const path = () => folder.path("rows.jsonl");
const linesOf = async (name: string) =>
  (await readFile(folder.path(name), "utf8")).trimEnd().split("\n");

interface Call {
  readonly id?: string;
  readonly rawArguments?: string;
  readonly tool?: ToolSpec;
}

/** Tasks of one attempt each, which made the same call. */
const tasksOf = (calls: readonly Call[]): ExampleTask[] =>
  calls.map(({ id = "call00001", rawArguments = '{"id":"A"}', tool = lookupOrder }, index) => ({
    id: `t${index}`,
    attempts: [
      {
        messages: [
          { role: "user", content: "Q" },
          {
            role: "assistant",
            content: null,
            toolCalls: [{ id, name: "lookup_order", rawArguments }],
          },
          { role: "tool", toolCallId: id, content: "R" },
          { role: "assistant", content: "A" },
        ],
        tools: [tool],
      },
    ],
  }));

const sameObject = ['{"id":"A"}', '{ "id": "A" }', '{"id":\t"A"}', '{"id":"\\u0041"}'];

describe("5.2 rows that hold the same are one, whatever they were made of:", () => {
  it.each(["trl", "trl-prompt-completion"] as const)(
    "arguments that are parsed, and differ in white space or escapes (%s)",
    async (profile) => {
      const result = exampleResult(tasksOf(sameObject.map((rawArguments) => ({ rawArguments }))));
      const report = await toSftJsonl(result, path(), { profile });
      expect(report).toMatchObject({ written: 1, droppedDuplicates: 3 });
    },
  );

  it.each(["openai", "axolotl", "mistral"] as const)(
    "but not arguments that are written as the model's own bytes (%s)",
    async (profile) => {
      const result = exampleResult(tasksOf(sameObject.map((rawArguments) => ({ rawArguments }))));
      const report = await toSftJsonl(result, path(), { profile });
      expect(report).toMatchObject({ written: 4, droppedDuplicates: 0 });
      expect(new Set(await linesOf("rows.jsonl")).size).toBe(4);
    },
  );

  it.each(["openai", "tinker", "trl", "axolotl", "mistral"] as const)(
    "ids of calls (%s)",
    async (profile) => {
      const result = exampleResult(tasksOf([{ id: "a" }, { id: "call_b" }, { id: "c\"'\\" }]));
      const report = await toSftJsonl(result, path(), { profile });
      expect(report).toMatchObject({ written: 1, droppedDuplicates: 2 });
    },
  );

  it("but not a text that is the id of a call", async () => {
    const tasks = tasksOf([{ id: "a" }, { id: "b" }]).map((task, index): ExampleTask => {
      const answer: Message = { role: "assistant", content: index === 0 ? "a" : "b" };
      const [attempt] = task.attempts;
      const messages = [...(attempt?.messages ?? []).slice(0, -1), answer];
      return { ...task, attempts: [{ ...attempt, messages }] };
    });
    const report = await toSftJsonl(exampleResult(tasks), path(), { profile: "trl" });
    expect(report).toMatchObject({ written: 2, droppedDuplicates: 0 });
  });

  it.each<SftProfileName>(["openai", "trl", "axolotl", "tinker"])(
    "a tool without a description, and with an empty one (%s)",
    async (profile) => {
      const { description: _, ...bare } = lookupOrder;
      const tools = [{ tool: bare }, { tool: { ...bare, description: "" } }];
      const report = await toSftJsonl(exampleResult(tasksOf(tools)), path(), { profile });
      expect(report).toMatchObject({ written: 1, droppedDuplicates: 1 });
    },
  );

  it("an answer that the input gave, where rows have no mark for that", async () => {
    const [first, second] = tasksOf([{}, {}]);
    const given: Message[] = [
      { role: "user", content: "P" },
      { role: "assistant", content: "G" },
    ];
    const withGiven = (task: ExampleTask | undefined): ExampleTask => ({
      id: task?.id ?? "",
      attempts: (task?.attempts ?? []).map((one) => ({
        ...one,
        messages: [...given, ...(one.messages ?? [])],
      })),
    });
    const tasks = [{ ...withGiven(first), input: given }, withGiven(second)];
    for (const profile of ["trl", "axolotl"] as const) {
      const report = await toSftJsonl(exampleResult(tasks), path(), { profile });
      expect(report).toMatchObject({ written: 1, droppedDuplicates: 1 });
    }
    const marked = await toSftJsonl(exampleResult(tasks), path(), { profile: "openai" });
    expect(marked).toMatchObject({ written: 2, droppedDuplicates: 0 });
  });
});

it("5.4 training and validation share no row, also without de-duplication", async () => {
  const texts = Array.from({ length: 5 }, () => sameObject).flat();
  const tasks = tasksOf(texts.map((rawArguments) => ({ rawArguments })));
  // One row of its own for each side, since the rows of the tasks go to one of them.
  const own = Array.from({ length: 12 }, (_, index) => ({
    id: `own${index}`,
    attempts: [
      {
        messages: [
          { role: "user", content: `Q${index}` },
          { role: "assistant", content: "A" },
        ] satisfies Message[],
      },
    ],
  }));
  for (const deduplicate of [true, false]) {
    const result = exampleResult([...own, ...tasks]);
    const options = { profile: "trl", deduplicate, split: { fraction: 0.5 } } as const;
    const report = await toSftJsonl(result, path(), options);
    const train = await linesOf("rows.jsonl");
    const shared = (await linesOf("rows.validation.jsonl")).filter((line) => train.includes(line));
    expect(shared).toEqual([]);
    expect(report.droppedDuplicates).toBeGreaterThan(0);
  }
});
