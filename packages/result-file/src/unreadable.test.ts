import { execFileSync } from "node:child_process";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
import { openResultFile } from "./open-result-file.ts";
import { readResultFile, readResultFileIfBegun } from "./read-result-file.ts";
import { salvage } from "./salvage.ts";

const folder = useFolder(beforeEach, afterEach);
const path = () => folder.path("a.rollouts.jsonl");
const header = headerRecord([exampleTask("t1"), exampleTask("t2")]);

describe.runIf(process.platform !== "win32")("what has no end", () => {
  const readers: [string, (from: string) => Promise<unknown>][] = [
    ["readResultFile", readResultFile],
    ["readResultFileIfBegun", readResultFileIfBegun],
    ["loadResult", loadResult],
    ["openResultFile", (from) => openResultFile(from, { mode: "resume" })],
    ["mergeResultFiles", (from) => mergeResultFiles([from], folder.path("out"))],
    ["salvage", (from) => salvage(from, folder.path("out"))],
  ];

  it.each(readers)("is refused by %s before it is opened: a pipe, a device", async (_, read) => {
    execFileSync("mkfifo", [path()]);
    for (const from of [path(), "/dev/zero"]) {
      await expect(read(from)).rejects.toMatchObject({
        code: "result_format",
        message: expect.stringMatching(/: the file cannot be read: it is not a regular file$/),
      });
    }
    expect(folder.names()).toEqual(["a.rollouts.jsonl"]);
  });

  it("is not read on from when it has taken the place of a file", async () => {
    await writeSession(path(), "create", [header, attemptRecord(exampleAttempt("t1", 0))]);
    const read = await readResultFile(path());
    renameSync(path(), folder.path("moved"));
    execFileSync("mkfifo", [path()]);

    await expect(readAll(read)).rejects.toThrow(/another file has taken its place/);
  });
});

describe("numbers that no run has", () => {
  it.each<[string, object, string]>([
    ["a k over all attempts that a run may have", { k: 10_000_001 }, 'its member "k" is not what'],
    [
      "a k that is too much for its tasks",
      { k: 5_000_001 },
      "The tasks are too many: 2 of them with k 5000001 are over 10000000 attempts",
    ],
    ["a long format", { format: "x".repeat(5_000_000) }, 'the file has format "xxx'],
  ])("are refused in a file, in a short message: %s", async (_, facts, message) => {
    await writeSession(folder.path("whole"), "create", [header]);
    const { crc: _crc, ...line } = JSON.parse(readFileSync(folder.path("whole"), "utf8"));
    writeFileSync(path(), `${JSON.stringify({ ...line, ...facts })}\n`);

    const error = (await readResultFile(path()).catch((thrown: unknown) => thrown)) as Error;

    expect(error).toMatchObject({ code: "result_format", line: 1 });
    expect(error.message).toContain(message);
    expect(error.message.length).toBeLessThan(400);
  });

  it("are not written", async () => {
    const sink = await openResultFile(path(), { mode: "create" });
    const tooMany = headerRecord([exampleTask("t1"), exampleTask("t2")], { k: 5_000_001 });
    await expect(sink.append(tooMany)).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringContaining("with k 5000001 are over 10000000 attempts"),
    });
    await sink.append(headerRecord([exampleTask("t1"), exampleTask("t2")], { k: 5_000_000 }));
    await sink.close();
  });
});
