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

/** Escapes may be what makes an id too long for the head of a line, or cut it at another place. */
const lengthened = (id: string) => [id, `${id}${"é".repeat(300)}`, `${id.repeat(20)}${id}`];
const shortIds = [
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
  "\u2028",
  "\u0085\u2029\u2028",
  "\\u2028",
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

const ids = [...new Set(shortIds.flatMap((id) => (id.length > 100 ? id : lengthened(id))))];

/** What the index cannot take from the first bytes of a line. */
const metrics = { length: { score: { value: 0.5, passed: true }, unscored: null } };
const tries = ["reset", null].map((error) => ({ error, errorType: null, durationMs: 5 }));
const odd = { run: null, score: null, unscored: { cause: "error", reason: "\u2028" } } as const;
const kinds = [{}, { metrics }, { tries }, { metrics, tries, modelRetries: { server: 2 } }, odd];

it("D7: keeps tasks apart whatever their ids are: written, resumed, loaded, saved, merged, exported", async () => {
  const tasks = ids.map((id) => exampleTask(id, { input: "the same" }));
  // Without the id in its messages, where an exporter refuses half of a surrogate pair.
  const { run } = exampleAttempt("t1", 0);
  const header = headerRecord(tasks, { k: kinds.length });
  const attemptOf = (id: string, index: number) =>
    exampleAttempt(id, index, { run, error: `${id} ${index}`, ...kinds[index] });
  const everyIndex = [...kinds.keys()];
  const recordsOf = (indexes: readonly number[]) =>
    ids.flatMap((id) => indexes.map((index) => attemptRecord(attemptOf(id, index))));
  const wanted = ids.flatMap((id) => everyIndex.map((index) => attemptOf(id, index)));

  await writeSession(path(), "create", [header, ...recordsOf([0, 1])]);
  await writeSession(path(), "resume", [header, ...recordsOf(everyIndex.slice(2)).reverse()]);
  const read = await readAll(await readResultFile(path()));
  const loaded = await loadResult(path());
  await saveResult(loaded, folder.path("saved.rollouts.jsonl"));
  await mergeResultFiles([path()], folder.path("merged.rollouts.jsonl"));
  const saved = await loadResult(folder.path("saved.rollouts.jsonl"));
  const merged = await loadResult(folder.path("merged.rollouts.jsonl"));
  const report = await toSftJsonl(await readResultFile(path()), folder.path("sft.jsonl"), {
    maxPerTask: 2,
  });

  for (const result of [read, await readAll(loaded), await readAll(saved), await readAll(merged)]) {
    expect(result.attempts).toEqual(wanted);
    expect(result.summaries.map(({ task }) => task.id)).toEqual(ids);
  }
  const half = 2 * ids.length;
  expect(report).toMatchObject({
    written: half,
    droppedOverTaskCap: half,
    skippedError: ids.length,
  });
  // No id becomes the name of a file.
  expect(folder.names()).toEqual([
    "a.rollouts.jsonl",
    "merged.rollouts.jsonl",
    "saved.rollouts.jsonl",
    "sft.jsonl",
    "sft.jsonl.meta.json",
  ]);
});

/** Of any length, and rich in what a line has as escapes. */
const anyId = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom("\u2028", "\u2029", "\u0085", '"', "\\", "\n", "é", "😀", "\ud800", "a"),
    maxLength: 700,
  }),
);

it("keeps any ids apart", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(anyId, { minLength: 1, maxLength: 8 }), async (someIds) => {
      const attempts = someIds.flatMap((id) =>
        kinds.map((kind, index) => exampleAttempt(id, index, { ...kind, error: id })),
      );
      const result = folder.path("any.rollouts.jsonl");
      await saveResult(
        {
          specVersion: "v1",
          header: (
            headerRecord([], { k: kinds.length }) as Extract<
              ReturnType<typeof headerRecord>,
              { type: "header" }
            >
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
        someIds.flatMap((id) => kinds.map(() => [id, id])),
      );
    }),
    { numRuns: 100 },
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
