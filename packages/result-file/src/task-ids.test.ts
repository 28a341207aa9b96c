import { toSftJsonl } from "@rollouts/export-sft";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  attemptRecord,
  exampleAttempt,
  exampleTask,
  headerRecord,
} from "./__fixtures__/example.ts";
import { useFolder } from "./__fixtures__/folder.ts";
import { readAll } from "./__fixtures__/read.ts";
import { writeSession } from "./__fixtures__/session.ts";
import { loadResult } from "./load-result.ts";
import { mergeResultFiles } from "./merge-result-files.ts";
import { readResultFile } from "./read-result-file.ts";
import { saveResult } from "./save-result.ts";

const folder = useFolder(beforeEach, afterEach);
const path = () => folder.path("a.rollouts.jsonl");
const long = "x".repeat(10_000);

const ids = [
  "",
  " ",
  ".",
  "..",
  "../../etc/passwd",
  "a/b",
  "a\\b",
  "C:\\x",
  "nul",
  "CON",
  "t1",
  "T1",
  "1",
  "01",
  "\u00e9",
  "e\u0301",
  "Ã©",
  "\ud800",
  "\ud800\ud800",
  "\\ud800",
  "a\nb",
  "a\u2028b",
  "a\u0000",
  "a",
  '"},{"type":"end',
  '","attemptIndex":0,"inputHash":"',
  "__proto__",
  "constructor",
  "toString",
  "$rollouts",
  long,
  `${long}y`,
  `${long}z`,
  "\u001b[31m",
  "😀",
];

it("D7: keeps tasks apart whatever their ids are: written, resumed, loaded, saved, merged, exported", async () => {
  const tasks = ids.map((id) => exampleTask(id, { input: "the same" }));
  // Without the id in its messages, where an exporter refuses half of a surrogate pair.
  const { run } = exampleAttempt("t1", 0);
  const first = ids.map((id) => attemptRecord(exampleAttempt(id, 0, { run, error: `${id} 0` })));
  const second = ids.map((id) => attemptRecord(exampleAttempt(id, 1, { run, error: `${id} 1` })));
  const wanted = ids.flatMap((id) => [`${id} 0`, `${id} 1`]);

  await writeSession(path(), "create", [headerRecord(tasks), ...first]);
  await writeSession(path(), "resume", [headerRecord(tasks), ...second.reverse()]);
  const read = await readAll(await readResultFile(path()));
  const loaded = await loadResult(path());
  await saveResult(loaded, folder.path("saved.rollouts.jsonl"));
  await mergeResultFiles([path()], folder.path("merged.rollouts.jsonl"));
  const saved = await loadResult(folder.path("saved.rollouts.jsonl"));
  const merged = await loadResult(folder.path("merged.rollouts.jsonl"));
  const report = await toSftJsonl(await readResultFile(path()), folder.path("sft.jsonl"));

  for (const result of [read, await readAll(loaded), await readAll(saved), await readAll(merged)]) {
    expect(result.attempts.map(({ error }) => error)).toEqual(wanted);
    expect(result.summaries.map(({ task }) => task.id)).toEqual(ids);
  }
  expect(report.written).toBe(2 * ids.length);
  // No id becomes the name of a file.
  expect(folder.names()).toEqual([
    "a.rollouts.jsonl",
    "merged.rollouts.jsonl",
    "saved.rollouts.jsonl",
    "sft.jsonl",
    "sft.jsonl.meta.json",
  ]);
});

it("keeps any ids apart", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 8 }),
      async (someIds) => {
        const attempts = someIds.map((id) => exampleAttempt(id, 1, { error: id }));
        const result = folder.path("any.rollouts.jsonl");
        await saveResult(
          {
            specVersion: "v1",
            header: (
              headerRecord([]) as Extract<ReturnType<typeof headerRecord>, { type: "header" }>
            ).header,
            async *tasks() {
              for (const id of someIds) yield { task: exampleTask(id) } as never;
            },
            async *attempts(id) {
              yield* attempts.filter(({ taskId }) => taskId === id);
            },
          },
          result,
        );

        const { attempts: read } = await readAll(await readResultFile(result));
        expect(read.map(({ taskId, error }) => [taskId, error])).toEqual(
          someIds.map((id) => [id, id]),
        );
      },
    ),
    { numRuns: 50 },
  );
});

it("an id that is not in the file has no attempts", async () => {
  await writeSession(path(), "create", [
    headerRecord([exampleTask("t1")]),
    attemptRecord(exampleAttempt("t1", 0)),
  ]);
  const result = await readResultFile(path());

  for (const id of ["t2", "__proto__", "constructor", ""]) {
    for await (const attempt of result.attempts(id)) expect.fail(`${id}: ${attempt.taskId}`);
  }
});
