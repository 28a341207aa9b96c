import { readFileSync, rmSync } from "node:fs";
import type * as nodeFileSystem from "node:fs/promises";
import { isRolloutsError, type ResultRecord } from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  attemptRecord,
  endRecord,
  exampleAttempt,
  exampleResult,
  exampleTask,
  headerRecord,
} from "./__fixtures__/example.ts";
import { useFolder } from "./__fixtures__/folder.ts";
import { labelsOf } from "./__fixtures__/read.ts";
import { writeSession } from "./__fixtures__/session.ts";
import { type FileSystem, realFileSystem } from "./disk/file-system.ts";
import { mergeTo } from "./merge-result-files.ts";
import { openSink } from "./open-result-file.ts";
import { readResultFile } from "./read-result-file.ts";
import { salvageTo } from "./salvage.ts";
import { saveTo } from "./save-result.ts";

const folder = useFolder(beforeEach, afterEach);
const path = () => folder.path("a.rollouts.jsonl");
const tasks = [exampleTask("t1")];
const attempts = [0, 1, 2, 3].map((index) => exampleAttempt("t1", index));
const header = headerRecord(tasks, { k: 4 });
const now = () => new Date(0);

/**
 * A file system of which one operation fails, the one that is `failing` in count from 1. A write on a
 * full disk takes a part before the next one fails.
 */
function failingFileSystem(failing: number, code: string) {
  const names: string[] = [];
  const openFiles = new Set<nodeFileSystem.FileHandle>();
  let isDiskFull = false;
  const enter = (name: string): void => {
    names.push(name);
    const isFailing = names.length === failing || (isDiskFull && name === "write");
    if (isFailing) throw Object.assign(new Error(`${code}: ${name} failed`), { code });
  };
  const wrapFile = (file: nodeFileSystem.FileHandle) =>
    new Proxy(file, {
      get(target, name: string) {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        return async (...parts: unknown[]) => {
          // A handle that stays open would be a leak of the test.
          if (name === "close") {
            await target.close();
            openFiles.delete(target);
          }
          if (name === "write" && code === "ENOSPC" && names.length + 1 === failing) {
            names.push(name);
            isDiskFull = true;
            const [bytes, start, length, position] = parts as [Buffer, number, number, number];
            return target.write(bytes, start, Math.floor(length / 2), position);
          }
          enter(name);
          return name === "close" ? undefined : Reflect.apply(method, target, parts);
        };
      },
    });
  const fs = Object.fromEntries(
    Object.keys(realFileSystem).map((name) => [
      name,
      async (...parts: unknown[]) => {
        enter(name);
        const method: unknown = Reflect.get(realFileSystem, name);
        const value: unknown = await Reflect.apply(method as () => unknown, undefined, parts);
        if (name !== "open") return value;
        openFiles.add(value as nodeFileSystem.FileHandle);
        return wrapFile(value as nodeFileSystem.FileHandle);
      },
    ]),
  ) as unknown as FileSystem;
  return { fs, names, openFiles };
}

const leftovers = () => folder.names().filter((name) => /\.(lock|tmp)$/.test(name));

/** Does the work with the first operation failing, then the second, and so on until none fails. */
async function withEveryFailure(
  code: string,
  work: (fs: FileSystem, failing: number) => Promise<void>,
): Promise<number> {
  for (let failing = 1; failing < 200; failing++) {
    const { fs, names, openFiles } = failingFileSystem(failing, code);
    await work(fs, failing);
    expect(openFiles.size, `left open by operation ${failing}`).toBe(0);
    if (names.length < failing) return failing - 1;
    // What could not be removed stays; a lock only until its process ends.
    if (names[failing - 1] !== "unlink") expect(leftovers(), names[failing - 1]).toEqual([]);
  }
  throw new Error("it never ends");
}

/** A session that stops at the first error; gives the attempts that were announced, and the error. */
async function runSession(fs: FileSystem, mode: "create" | "resume", records: ResultRecord[]) {
  const announced: string[] = [];
  try {
    const sink = await openSink(path(), { mode, fs, now });
    try {
      await Promise.all(
        records.map(async (record) => {
          await sink.append(record);
          if (record.type === "attempt") announced.push(`t1/${record.attempt.attemptIndex}`);
        }),
      );
    } finally {
      await sink.close();
    }
    return { announced, error: null };
  } catch (error) {
    return { announced, error };
  }
}

const clear = () => {
  for (const name of folder.names()) rmSync(folder.path(name));
};

describe.each(["ENOSPC", "EIO", "EMFILE"])("D4 D5: %s at any file operation", (code) => {
  it("of a new file: what was announced is in it, every line is whole, and it can be resumed", async () => {
    const records = [header, ...attempts.map(attemptRecord), endRecord];
    const count = await withEveryFailure(code, async (fs, failing) => {
      clear();
      const { announced, error } = await runSession(fs, "create", records);
      if (error !== null) {
        expect(isRolloutsError(error), `operation ${failing}: ${error}`).toBe(true);
        expect(error).toMatchObject({ code: "result_write", cause: { code } });
      }
      if (!folder.names().includes("a.rollouts.jsonl")) {
        expect(announced).toEqual([]);
        return;
      }
      for (const name of leftovers()) rmSync(folder.path(name));
      const after = await runSession(realFileSystem, "resume", [header]);
      expect(after, `operation ${failing}`).toEqual({ announced: [], error: null });
      expect(await labelsOf(await readResultFile(path()))).toEqual(
        expect.arrayContaining(announced),
      );
      expect(readFileSync(path(), "utf8").endsWith("\n")).toBe(true);
    });

    expect(count).toBeGreaterThan(15);
  }, 60_000);

  it("of a resumed file: what was there stays", async () => {
    const count = await withEveryFailure(code, async (fs, failing) => {
      clear();
      await writeSession(path(), "create", [header, ...attempts.slice(0, 2).map(attemptRecord)]);
      const before = readFileSync(path());

      const { announced, error } = await runSession(fs, "resume", [
        header,
        ...attempts.slice(2).map(attemptRecord),
      ]);

      if (error !== null) {
        expect(error, `operation ${failing}`).toMatchObject({
          code: expect.stringMatching(/^result_(write|format)$/),
          cause: { code },
        });
      }
      expect(readFileSync(path()).subarray(0, before.length)).toEqual(before);
      const labels = await labelsOf(await readResultFile(path()));
      expect(labels).toEqual(expect.arrayContaining(["t1/0", "t1/1", ...announced]));
    });

    expect(count).toBeGreaterThan(15);
  }, 60_000);

  it.each<[string, (fs: FileSystem) => Promise<unknown>]>([
    ["saveResult", (fs) => saveTo(exampleResult(tasks, attempts, { k: 4 }), path(), fs)],
    ["mergeResultFiles", (fs) => mergeTo([folder.path("in.rollouts.jsonl")], path(), fs)],
    ["salvage", (fs) => salvageTo(folder.path("in.rollouts.jsonl"), path(), fs)],
  ])(
    "of %s: the whole file or none, and no temporary one",
    async (_, write) => {
      const count = await withEveryFailure(code, async (fs, failing) => {
        clear();
        await writeSession(folder.path("in.rollouts.jsonl"), "create", [
          header,
          ...attempts.map(attemptRecord),
        ]);
        const error: unknown = await write(fs).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        if (error !== null) {
          expect(error, `operation ${failing}`).toMatchObject({
            code: expect.stringMatching(/^result_(write|format)$/),
          });
        }
        if (folder.names().includes("a.rollouts.jsonl")) {
          expect(await labelsOf(await readResultFile(path()))).toHaveLength(4);
        } else expect(error).not.toBeNull();
      });

      expect(count).toBeGreaterThan(10);
    },
    60_000,
  );
});

it("P3 P5: saveResult that fails leaves the file that was there as it was", async () => {
  await writeSession(path(), "create", [header]);
  const before = readFileSync(path());

  await withEveryFailure("ENOSPC", async (fs) => {
    for (const name of leftovers()) rmSync(folder.path(name));
    const failed = await saveTo(exampleResult(tasks, attempts, { k: 4 }), path(), fs).then(
      () => false,
      () => true,
    );
    const after = readFileSync(path());
    if (!after.equals(before)) {
      expect(await labelsOf(await readResultFile(path()))).toHaveLength(4);
      return;
    }
    expect(failed).toBe(true);
  });
}, 60_000);

it("P5: saveResult whose folder cannot be synced says that the new file is in place", async () => {
  const result = exampleResult(tasks, attempts, { k: 4 });
  const clean = failingFileSystem(Number.POSITIVE_INFINITY, "EIO");
  await saveTo(result, path(), clean.fs);
  const opensFolder = clean.names.lastIndexOf("rename") + 2;
  expect(clean.names.slice(opensFolder - 1, opensFolder + 1)).toEqual(["open", "sync"]);

  for (const failing of [opensFolder, opensFolder + 1]) {
    await writeSession(folder.path(`${failing}.jsonl`), "create", [header]);
    const { fs } = failingFileSystem(failing, "EIO");
    const saving = saveTo(result, folder.path(`${failing}.jsonl`), fs);
    await expect(saving).rejects.toMatchObject({
      name: "ResultWriteError",
      message: expect.stringMatching(/: the new file is in place, but .* not be durable/),
      cause: { code: "EIO" },
    });
    expect(await labelsOf(await readResultFile(folder.path(`${failing}.jsonl`)))).toHaveLength(4);
  }
});

it("D1: an append settles only after its bytes are written and synced, many in one go", async () => {
  const { fs, names } = failingFileSystem(Number.POSITIVE_INFINITY, "EIO");
  const sink = await openSink(path(), { mode: "create", fs, now });
  const start = names.length;
  const seen: (string | undefined)[] = [];

  await Promise.all(
    [header, ...attempts.map(attemptRecord)].map(async (record) => {
      await sink.append(record);
      seen.push(names.at(-1));
    }),
  );

  // The first record goes alone, the others wait for it.
  expect(names.slice(start)).toEqual(["stat", "write", "datasync", "stat", "write", "datasync"]);
  expect(seen[0]).not.toBeUndefined();
  expect(seen.slice(1)).toEqual(Array.from({ length: 4 }, () => "datasync"));
  await sink.close();
});

it("a full disk: the message says how many bytes were lost and how many are safe", async () => {
  const clean = failingFileSystem(Number.POSITIVE_INFINITY, "ENOSPC");
  await runSession(clean.fs, "create", [header]);
  clear();
  // The second write is that of the attempts.
  const second = clean.names.indexOf("write") + 4;
  const { fs } = failingFileSystem(second, "ENOSPC");

  const { error } = await runSession(fs, "create", [header, ...attempts.map(attemptRecord)]);

  const { length } = readFileSync(path());
  expect(error).toMatchObject({
    name: "ResultWriteError",
    path: path(),
    message: expect.stringMatching(
      new RegExp(
        `could not write \\d+ bytes: ENOSPC: .*Everything announced before is safe \\(${length} bytes\\)\\. Make room, then resume\\.`,
      ),
    ),
  });
});
