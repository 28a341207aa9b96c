import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useFolder } from "../__fixtures__/folder.ts";
import { DatasetOutput, type DatasetOutputOptions } from "./dataset-output.ts";

const folder = useFolder(beforeEach, afterEach);

const outputOf = (options: Partial<DatasetOutputOptions>) =>
  new DatasetOutput({
    path: folder.path("rows.jsonl"),
    limits: { maxRows: 9, maxBytes: 10 },
    byteOrderMark: false,
    onOverflow: "truncate",
    ...options,
  });

/** The completed files, with their bytes as text. */
async function complete(output: DatasetOutput) {
  const files = await output.complete();
  const found = files.map(async ({ file, path, rows, bytes, shard, shardCount }) => {
    const text = await readFile(file.draft.temporaryPath, "utf8");
    return { name: basename(path), text, rows, bytes, shard, shardCount };
  });
  const result = await Promise.all(found);
  await output.discard();
  return result;
}

it("W8 takes rows until one does not fit, and then none", async () => {
  const output = outputOf({});
  expect(await output.add(Buffer.from("1234\n"), {})).toBe("written");
  expect(output.isFull).toBe(false);
  expect(await output.add(Buffer.from("123456\n"), {})).toBe("full");
  expect(output.isFull).toBe(true);
  expect(await output.add(Buffer.from("1\n"), {})).toBe("full");
  expect(await complete(output)).toEqual([
    { name: "rows.jsonl", text: "1234\n", rows: 1, bytes: 5, shard: 1, shardCount: 1 },
  ]);
});

it("W8 is full only when a row too many comes", async () => {
  const output = outputOf({ limits: { maxRows: 1, maxBytes: null } });
  expect(await output.add(Buffer.from("1\n"), {})).toBe("written");
  expect(output.isFull).toBe(false);
  expect(await output.add(Buffer.from("2\n"), {})).toBe("full");
  expect(output).toMatchObject({ rows: 1, isFull: true });
  await output.discard();
});

it("shards: closes a file before the row that would exceed it, by rows or by bytes", async () => {
  const output = outputOf({ onOverflow: "shard", limits: { maxRows: 2, maxBytes: 10 } });
  for (const line of ["1\n", "2\n", "3\n", "4567890ab\n", "c\n"]) {
    expect(await output.add(Buffer.from(line), {})).toBe("written");
  }
  expect(output.rows).toBe(5);
  expect((await complete(output)).map(({ name, text, shard }) => [name, text, shard])).toEqual([
    ["rows-00001-of-00004.jsonl", "1\n2\n", 1],
    ["rows-00002-of-00004.jsonl", "3\n", 2],
    ["rows-00003-of-00004.jsonl", "4567890ab\n", 3],
    ["rows-00004-of-00004.jsonl", "c\n", 4],
  ]);
});

it("shards: keeps the plain name while one file does", async () => {
  const output = outputOf({ onOverflow: "shard" });
  await output.add(Buffer.from("1\n"), {});
  expect((await complete(output)).map(({ name }) => name)).toEqual(["rows.jsonl"]);
});

it.each(["shard", "error"] as const)(
  "%s: tells a row that no file could hold from one for which there is no room left",
  async (onOverflow) => {
    const output = outputOf({ onOverflow });
    expect(await output.add(Buffer.from("1234567890\n"), {})).toBe("too-large");
    expect(await output.add(Buffer.from("1\n"), {})).toBe("written");
    expect(await output.add(Buffer.from("1234567890\n"), {})).toBe("too-large");
    expect(await output.add(Buffer.from("123456789\n"), {})).toBe(
      onOverflow === "shard" ? "written" : "full",
    );
    await output.discard();
    expect(await folder.names()).toEqual([]);
  },
);

it("starts every shard with the byte order mark, and counts it", async () => {
  const limits = { maxRows: null, maxBytes: 6 };
  const output = outputOf({ onOverflow: "shard", byteOrderMark: true, limits });
  expect(await output.add(Buffer.from("1\n"), {})).toBe("written");
  expect(await output.add(Buffer.from("2\n"), {})).toBe("written");
  expect(await output.add(Buffer.from("123\n"), {})).toBe("too-large");
  expect((await complete(output)).map(({ text, bytes }) => [text, bytes])).toEqual([
    ["\ufeff1\n", 5],
    ["\ufeff2\n", 5],
  ]);
});
