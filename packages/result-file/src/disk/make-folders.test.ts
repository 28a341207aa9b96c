import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openResultFile } from "../open-result-file.ts";
import { realFileSystem } from "./file-system.ts";
import { makeFolders } from "./make-folders.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "result-file-"));
});
afterEach(() => rm(folder, { recursive: true }));

it("makes as many levels as are missing, and is content with what is there", async () => {
  for (let time = 0; time < 2; time++) await makeFolders(join(folder, "a/b/c"), realFileSystem);
  expect(await readdir(join(folder, "a/b"))).toEqual(["c"]);
});

it.each([
  ["file", "EEXIST"],
  ["file/a/b", "ENOTDIR"],
])("fails where a file is in the way: %s", async (name, code) => {
  await writeFile(join(folder, "file"), "");
  await expect(makeFolders(join(folder, name), realFileSystem)).rejects.toMatchObject({ code });
});

it.runIf(process.platform === "linux")("ends where the system denies what is there", async () => {
  const opened = openResultFile("/proc/rollouts/a.rollouts.jsonl", { mode: "create" });
  await expect(opened).rejects.toMatchObject({ code: "result_write", cause: { code: "ENOENT" } });
});
