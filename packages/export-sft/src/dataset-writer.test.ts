import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import { DatasetWriter } from "./dataset-writer.ts";
import { DraftFile } from "./draft-file.ts";

const folder = useFolder(beforeEach, afterEach);

it("W8 takes rows until one does not fit, and then none", async () => {
  const file = new DraftFile(folder.path("rows.jsonl"));
  const writer = new DatasetWriter(file, { name: "small", maxRows: 9, maxBytes: 10 });
  expect(await writer.add("1234\n")).toBe(true);
  expect(writer.isFull).toBe(false);
  expect(await writer.add("12345\n")).toBe(false);
  expect(writer.isFull).toBe(true);
  expect(await writer.add("1\n")).toBe(false);
  await writer.finish();
  expect(writer).toMatchObject({ rows: 1, bytes: 5 });
  expect(await readFile(file.temporaryPath, "utf8")).toBe("1234\n");
});

it("W8 is full only when a row too many comes", async () => {
  const file = new DraftFile(folder.path("rows.jsonl"));
  const writer = new DatasetWriter(file, { name: "small", maxRows: 1, maxBytes: 10 });
  expect(await writer.add("1\n")).toBe(true);
  expect(writer.isFull).toBe(false);
  expect(await writer.add("2\n")).toBe(false);
  await writer.finish();
  expect(writer).toMatchObject({ rows: 1, bytes: 2, isFull: true });
});
