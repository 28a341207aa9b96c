import { appendFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkSource, type Exporter, type ResultSource } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { exporterContract } from "./exporter-contract.ts";

const caseNames = [
  "specVersion is v1, and it has a name",
  "an export writes its file, and nothing outside",
  "the same result gives the same bytes",
  "hostile ids and texts write nothing outside",
  "a result that cannot be read on leaves what was there",
  "a file that cannot be written is an error",
  "a result of another contract is refused",
];

async function linesOf(source: ResultSource): Promise<string[]> {
  const lines: string[] = [];
  for await (const { task } of source.tasks()) {
    for await (const { attemptIndex, score } of source.attempts(task.id)) {
      lines.push(`${JSON.stringify([task.id, attemptIndex, score?.value ?? null])}\n`);
    }
  }
  return lines;
}

/** Reads everything, then writes: small, and as it should be. */
const good: Exporter = {
  specVersion: "v1",
  name: "lines",
  async export(source, path) {
    checkSource(source);
    await writeFile(path, (await linesOf(source)).join(""));
  },
};
const withExport = (run: Exporter["export"]): Exporter => ({ ...good, export: run });

/** The names of the cases that fail, with what they say. */
async function failuresOf(exporter: unknown): Promise<Record<string, string>> {
  const failures: Record<string, string> = {};
  for (const { name, run } of exporterContract({ exporter: exporter as Exporter })) {
    try {
      await run();
    } catch (error) {
      expect(error).toMatchObject({ code: "exporter_contract" });
      failures[name] = (error as Error).message;
    }
  }
  return failures;
}

it("has these cases, which pass for an exporter that keeps the contract", async () => {
  expect(exporterContract({ exporter: good }).map(({ name }) => name)).toEqual(caseNames);
  expect(await failuresOf(good)).toEqual({});
  expect(await failuresOf(good)).toEqual({}); // once more: they leave nothing behind
});

it("exports results whose header says how many attempts a task has", async () => {
  const counts = new Set<number>();
  const exporter = withExport(async (source, path, options) => {
    for await (const { task } of source.tasks()) {
      const indexes: number[] = [];
      for await (const { attemptIndex } of source.attempts(task.id)) indexes.push(attemptIndex);
      counts.add(indexes.length - source.header.k);
    }
    await good.export(source, path, options);
  });
  for (const { name, run } of exporterContract({ exporter })) {
    if (name === caseNames[1] || name === caseNames[3]) await run();
  }
  expect([...counts]).toEqual([0]);
});

it("hands the options to every export", async () => {
  const seen = new Set<unknown>();
  const exporter: Exporter<{ flag: boolean }> = {
    ...good,
    export(source, path, options) {
      seen.add(options);
      return good.export(source, path, options);
    },
  };
  const options = { flag: true };
  for (const { run } of exporterContract({ exporter, options, fileName: "rows.csv" })) await run();
  expect([...seen]).toEqual([options]);
});

describe("fails for an exporter that", () => {
  const broken: [string, unknown, number, string][] = [
    ["is of another contract", { ...good, specVersion: "v2" }, 0, 'it is "v2"'],
    ["has no name", { ...good, name: "" }, 0, 'it is ""'],
    ["writes nothing", withExport(async (source) => checkSource(source)), 1, "Nothing was written"],
    [
      "writes beside the folder of its file",
      withExport(async (source, path, options) => {
        await good.export(source, path, options);
        await writeFile(join(dirname(path), "../beside"), "x");
      }),
      1,
      'outside the folder of its file: ["beside","out"]',
    ],
    [
      "writes the time",
      withExport(async (source, path, options) => {
        await good.export(source, path, options);
        await appendFile(path, String(process.hrtime.bigint()));
      }),
      2,
      'A second export of the same result differs: "out/export.jsonl" has other bytes',
    ],
    [
      "reads tasks side by side and writes what comes first",
      withExport(async (source, path) => {
        checkSource(source);
        const lines: string[] = [];
        const ids: string[] = [];
        for await (const { task } of source.tasks()) ids.push(task.id);
        const read = async (id: string) => {
          for await (const { attemptIndex } of source.attempts(id)) {
            lines.push(`${id} ${attemptIndex}\n`);
          }
        };
        await Promise.all(ids.map(read));
        await writeFile(path, lines.join(""));
      }),
      2,
      "read slowly, differs",
    ],
    [
      "makes a file name of a task's id",
      withExport(async (source, path, options) => {
        await good.export(source, path, options);
        for await (const { task } of source.tasks()) {
          await writeFile(join(dirname(path), `${task.id}.json`), "{}").catch(() => {});
        }
      }),
      3,
      'outside the folder of its file: ["escaped.json","out"]',
    ],
    [
      "writes while it reads, and stops in the middle",
      withExport(async (source, path) => {
        checkSource(source);
        await writeFile(path, "");
        for await (const { task } of source.tasks()) {
          for await (const attempt of source.attempts(task.id)) {
            await appendFile(path, `${attempt.taskId}\n`);
          }
        }
      }),
      4,
      'An export that failed did not leave what was there: "out/export.jsonl" has other bytes',
    ],
    [
      "takes half a result for all of it",
      withExport(async (source, path) => {
        checkSource(source);
        await good.export(source, path, undefined).catch(() => {});
      }),
      4,
      "The export resolved though the result threw",
    ],
    [
      "does not tell that it could not write",
      withExport(async (source, path) => {
        const text = (await linesOf(source)).join("");
        checkSource(source);
        await writeFile(path, text).catch(() => {});
      }),
      5,
      "The export resolved though its file could not be written",
    ],
    [
      "takes any result",
      withExport(async (source, path) => writeFile(path, (await linesOf(source)).join(""))),
      6,
      'A result with the specVersion "v999" was taken',
    ],
    [
      "changes what it reads",
      withExport(async (source, path) => {
        checkSource(source);
        for await (const { task } of source.tasks()) (task as { id: string }).id = "changed";
        await writeFile(path, "x");
      }),
      1,
      "An export of a plain result failed: Cannot assign to read only property",
    ],
  ];

  it.each(broken)("%s", async (_, exporter, position, message) => {
    const failures = await failuresOf(exporter);
    expect(failures[caseNames[position] ?? ""]).toContain(message);
  });
});

it.each([
  [{ exporter: 5 }, "exporter must be an object with a function export, got 5."],
  [{ exporter: good, fileName: "../x" }, 'fileName must be the name of a file, got "../x".'],
  [{ exporter: good, path: "x" }, 'exporterContract has an unknown key "path"'],
])("refuses %#", (options, message) => {
  expect(() => exporterContract(options as never)).toThrow(message);
});
