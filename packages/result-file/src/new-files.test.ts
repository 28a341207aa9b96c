import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  attemptRecord,
  exampleAttempt,
  exampleTask,
  headerRecord,
} from "./__fixtures__/example.ts";
import { useFolder } from "./__fixtures__/folder.ts";
import { labelsOf } from "./__fixtures__/read.ts";
import { writeSession } from "./__fixtures__/session.ts";
import { type FileSystem, realFileSystem } from "./disk/file-system.ts";
import { mergeTo } from "./merge-result-files.ts";
import { readResultFile } from "./read-result-file.ts";
import { salvageTo } from "./salvage.ts";

const folder = useFolder(beforeEach, afterEach);
const out = () => folder.path("out.rollouts.jsonl");

async function source(id: string): Promise<string> {
  const path = folder.path(`${id}.rollouts.jsonl`);
  const task = headerRecord([exampleTask(id)]);
  await writeSession(path, "create", [task, attemptRecord(exampleAttempt(id, 0))]);
  return path;
}

/** The calls that make a new file of another. */
const calls = [
  ["mergeResultFiles", (path: string, fs: FileSystem) => mergeTo([path], out(), fs)],
  ["salvage", (path: string, fs: FileSystem) => salvageTo(path, out(), fs)],
] as const;

/** A file system on which something happens right after the first time that `out` was looked for. */
function whenFirstLookedFor(happens: () => Promise<unknown>): FileSystem {
  let hasHappened = false;
  return {
    ...realFileSystem,
    stat: (async (path: string) => {
      const looked = realFileSystem.stat(path);
      if (path === out() && !hasHappened) {
        hasHappened = true;
        await looked.catch(() => {});
        await happens();
      }
      return await looked;
    }) as FileSystem["stat"],
  };
}

describe.each(calls)("D5 %s overwrites nothing", (_, call) => {
  it.each(calls)("that came to be meanwhile, by another %s", async (_name, other) => {
    const [first, second] = [await source("first"), await source("second")];
    const fs = whenFirstLookedFor(() => other(first, realFileSystem));

    await expect(call(second, fs)).rejects.toMatchObject({
      code: "invalid_argument",
      argument: "out",
      message: expect.stringContaining("is there already"),
    });

    expect(await labelsOf(await readResultFile(out()))).toEqual(["first/0"]);
    expect(folder.names()).toEqual([
      "first.rollouts.jsonl",
      "out.rollouts.jsonl",
      "second.rollouts.jsonl",
    ]);
  });

  it("that someone else put there meanwhile, whatever it is", async () => {
    const path = await source("first");
    const fs = whenFirstLookedFor(async () => writeFileSync(out(), "mine"));

    await expect(call(path, fs)).rejects.toThrow("is there already");
    expect(readFileSync(out(), "utf8")).toBe("mine");
  });

  it("when several are made at once: one is, whole, and the others are refused", async () => {
    const ids = ["a", "b", "c", "d"];
    const paths: string[] = [];
    for (const id of ids) paths.push(await source(id));

    const ended = await Promise.allSettled(paths.map((path) => call(path, realFileSystem)));

    const made = ids.filter((_id, index) => ended[index]?.status === "fulfilled");
    expect(made).toHaveLength(1);
    expect(await labelsOf(await readResultFile(out()))).toEqual([`${made[0]}/0`]);
    const codes = ended.flatMap((each) =>
      each.status === "rejected" ? [(each.reason as { code: string }).code] : [],
    );
    for (const code of codes) expect(["invalid_argument", "result_locked"]).toContain(code);
  });

  it("when it cannot be told what is there", async () => {
    const path = await source("first");
    const fs: FileSystem = {
      ...realFileSystem,
      stat: (async (wanted: string) => {
        if (wanted !== out()) return await realFileSystem.stat(wanted);
        throw Object.assign(new Error("EIO: stat failed"), { code: "EIO" });
      }) as FileSystem["stat"],
    };

    await expect(call(path, fs)).rejects.toMatchObject({ code: "result_write" });
    expect(folder.names()).toEqual(["first.rollouts.jsonl"]);
  });
});
