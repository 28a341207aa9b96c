import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useFolder } from "../__fixtures__/folder.ts";
import { DatasetOutput } from "./dataset-output.ts";
import type { FileRules } from "./inspect-dataset.ts";
import { publishDatasets } from "./publish-datasets.ts";

const folder = useFolder(beforeEach, afterEach);
const rules: FileRules = {
  name: "own",
  limits: { maxRows: 1, maxBytes: null },
  byteOrderMark: false,
  rowKeys: null,
  checkRow: () => [],
};

/** Publishes files of some rows each. */
async function publishes(
  files: Readonly<Record<string, number>>,
  description: unknown,
): Promise<void> {
  const outputs: DatasetOutput[] = [];
  try {
    for (const [name, rows] of Object.entries(files)) {
      const output = new DatasetOutput({ ...rules, path: folder.path(name), onOverflow: "shard" });
      outputs.push(output);
      for (let row = 0; row < rows; row += 1) await output.add(Buffer.from("{}\n"), { row });
    }
    await publishDatasets(outputs, { rules, describe: () => description as object });
  } finally {
    for (const output of outputs) await output.discard();
  }
}

it("puts the entries of the rows into the list, whatever stands before and after it", async () => {
  const odd = { before: '\n  "lines": []', nested: { lines: [] }, lines: [], after: "$&" };
  await publishes({ "rows.jsonl": 1 }, odd);
  const manifest = await readFile(folder.path("rows.jsonl.meta.json"), "utf8");
  expect(JSON.parse(manifest)).toEqual({ ...odd, lines: [{ row: 0 }] });
  expect(manifest.startsWith('{\n  "before"')).toBe(true);
});

it.each([
  [{ env: "e" }, "an object"],
  [{ lines: ["mine"] }, "an object"],
  [{ lines: {} }, "an object"],
  [{ text: '  "lines": []' }, "an object"],
  [{ nested: { lines: [] } }, "an object"],
  [undefined, "undefined"],
  ["lines", '"lines"'],
  [[{ lines: [] }], "an array of 1"],
])("refuses a manifest without an empty list: %j", async (description, shown) => {
  await expect(publishes({ "rows.jsonl": 1 }, description)).rejects.toMatchObject({
    code: "invalid_argument",
    message: `describe must be a function that gives an object with an empty list lines, got ${shown}.`,
  });
  expect(await folder.names()).toEqual([]);
});

it.each([
  { "r.jsonl": 2, "r-00001-of-00002.jsonl": 1 },
  { "r.jsonl": 1, "./r.jsonl": 1 },
  { "r.jsonl": 1, "r.jsonl.meta.json": 1 },
])("refuses files that would have one name: %j", async (files) => {
  await expect(publishes(files, { lines: [] })).rejects.toMatchObject({
    code: "export_failed",
    message: expect.stringMatching(/^Two files would be called "[^"]*", or one like the manifest/),
  });
  expect(await folder.names()).toEqual([]);
});
