import { describe, expect, it } from "vitest";
import { resultOf, taskOf } from "../__fixtures__/results.ts";
import type { AttemptResult } from "../attempt-result.ts";
import type { ResultSource } from "../result-source.ts";
import { learningZone } from "./learning-zone.ts";
import { summarize } from "./summarize.ts";

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const six = resultOf([
  taskOf("a", "pppp"),
  taskOf("b", "pfpf"),
  taskOf("c", "ffff"),
  taskOf("d", "xxxx"),
  taskOf("e", "ptft"),
  taskOf("f", "pxxx"),
]);

describe("learningZone", () => {
  it("Q5: keeps exactly the mixed tasks, with all their attempts and the header", async () => {
    const zone = learningZone(six);

    expect((await all(zone.tasks())).map(({ task }) => task.id)).toEqual(["b", "e"]);
    expect(await all(zone.attempts("e"))).toEqual(six.taskResults[4]?.attempts);
    expect(await all(zone.attempts("a"))).toEqual([]);
    expect(await all(zone.attempts("nope"))).toEqual([]);
    expect(zone).toMatchObject({ specVersion: "v1", header: six.header });
  });

  it("equals the method of a result, for tasks, attempts and summary", async () => {
    const byMethod = six.learningZone();
    const byFunction = learningZone(six);

    expect(await all(byFunction.tasks())).toEqual(byMethod.taskResults);
    expect(await summarize(byFunction)).toEqual(byMethod.summary());
    expect(await summarize(six)).toEqual(six.summary());
  });

  it("reads the tasks of its source once, however many tasks are asked for", async () => {
    let reads = 0;
    const source: ResultSource = {
      ...six,
      attempts: (taskId): AsyncIterable<AttemptResult> => six.attempts(taskId),
      tasks() {
        reads += 1;
        return six.tasks();
      },
    };
    const zone = learningZone(source);
    for (const id of ["a", "b", "c", "e"]) await all(zone.attempts(id));

    expect(reads).toBe(1);
  });

  it("can be taken again", async () => {
    expect(await summarize(learningZone(learningZone(six)))).toEqual(six.learningZone().summary());
  });
});
