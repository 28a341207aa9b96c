import { defineEnvironment, functionAgent, type Task } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { selectTasks } from "./select-tasks.ts";
import type { SelectionOptions } from "./selection-options.ts";

const env = defineEnvironment({
  name: "example",
  agent: functionAgent({ run: () => "" }),
  scorer: () => true,
  tasks: [
    { id: "a", input: "1", metadata: { topic: "sums", level: 1, tags: ["x", "y"], hard: true } },
    { input: "2", metadata: { topic: "sums", level: 2 } },
    { id: "c", input: "3", metadata: { topic: "words", level: 1, none: null } },
    { input: "4" },
  ] as Task[],
});

async function idsOf(options: SelectionOptions, seed = 0): Promise<string[]> {
  return (await selectTasks(env, options, seed)).map(({ id }) => id);
}

describe("selectTasks", () => {
  it("gives the environment's own objects, with the ids that they have there", async () => {
    const selected = await selectTasks(env, {}, 0);
    expect(selected.map(({ id }) => id)).toEqual(["a", "t2", "c", "t4"]);
    for (const [index, { task }] of selected.entries()) expect(task).toBe(env.tasks[index]);
  });

  it.each<[string, SelectionOptions, string[]]>([
    ["--task, in the order of the environment", { task: ["t4", "a", "a"] }, ["a", "t4"]],
    ["--filter by text", { filter: [{ key: "topic", value: "sums" }] }, ["a", "t2"]],
    ["--filter by a number", { filter: [{ key: "level", value: "1" }] }, ["a", "c"]],
    ["--filter by a flag", { filter: [{ key: "hard", value: "true" }] }, ["a"]],
    ["--filter by null", { filter: [{ key: "none", value: "null" }] }, ["c"]],
    ["--filter by one of a list", { filter: [{ key: "tags", value: "y" }] }, ["a"]],
    [
      "several filters, which all must hold",
      {
        filter: [
          { key: "topic", value: "sums" },
          { key: "level", value: "1" },
        ],
      },
      ["a"],
    ],
    [
      "--shard of what is left",
      { filter: [{ key: "level", value: "1" }], shard: { index: 2, count: 2 } },
      ["c"],
    ],
  ])("takes %s", async (_, options, ids) => {
    expect(await idsOf(options)).toEqual(ids);
  });

  it.each<[string, SelectionOptions, string]>([
    [
      "an id that is not there",
      { task: ["a", "b\u001b"] },
      'There is no task "b\\u001b". There are "a", "t2", "c", "t4"; --list shows them all.',
    ],
    [
      "a filter that matches nothing, and what an object inherits",
      { filter: [{ key: "constructor", value: "x" }] },
      "Nothing is selected: --filter constructor=x leaves none of 4 tasks.",
    ],
    [
      "a shard without a task",
      { shard: { index: 1, count: 8 } },
      "Nothing is selected: --shard 1/8 leaves none of 4 tasks.",
    ],
  ])("refuses %s", async (_, options, message) => {
    await expect(idsOf(options)).rejects.toMatchObject({ code: "usage", message });
  });

  it("draws a sample by the seed: the same again, another for another, in order", async () => {
    const draws = await Promise.all(
      [...Array(20).keys()].map((seed) => idsOf({ sample: 2 }, seed)),
    );
    expect(await idsOf({ sample: 2 }, 7)).toEqual(draws[7]);
    expect(new Set(draws.map(String)).size).toBeGreaterThan(3);
    const order = ["a", "t2", "c", "t4"];
    for (const ids of draws) {
      expect(ids).toHaveLength(2);
      expect(ids).toEqual(order.filter((id) => ids.includes(id)));
    }
    expect(await idsOf({ sample: 100 })).toEqual(order);
  });
});
