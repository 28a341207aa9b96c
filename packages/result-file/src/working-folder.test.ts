import { mkdirSync, symlinkSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  attemptRecord,
  exampleAttempt,
  exampleResult,
  exampleTask,
  headerRecord,
} from "./__fixtures__/example.ts";
import { useFolder } from "./__fixtures__/folder.ts";
import { labelsOf } from "./__fixtures__/read.ts";
import { openResultFile } from "./open-result-file.ts";
import { readResultFile } from "./read-result-file.ts";
import { saveResult } from "./save-result.ts";

const folder = useFolder(beforeEach, afterEach);
const before = process.cwd();
const header = headerRecord([exampleTask("t1")]);
const attempts = [exampleAttempt("t1", 0), exampleAttempt("t1", 1)];

beforeEach(() => {
  mkdirSync(folder.path("elsewhere"));
  process.chdir(folder.path("."));
});
afterEach(() => process.chdir(before));

it("D28: a file is written, read and given free where it was opened, wherever the process goes meanwhile", async () => {
  const sink = await openResultFile("a.rollouts.jsonl", { mode: "create" });
  process.chdir("elsewhere");
  await sink.append(header);
  await sink.append(attemptRecord(exampleAttempt("t1", 0)));
  await sink.close();
  process.chdir("..");
  const resumed = await openResultFile("a.rollouts.jsonl", { mode: "resume" });
  const read = await readResultFile("a.rollouts.jsonl");
  process.chdir("elsewhere");
  await resumed.append(header);
  await resumed.append(attemptRecord(exampleAttempt("t1", 1)));
  await resumed.close();

  expect(await labelsOf(read)).toEqual(["t1/0"]);
  process.chdir("..");
  expect(await labelsOf(await readResultFile("a.rollouts.jsonl"))).toEqual(["t1/0", "t1/1"]);
  expect(folder.names()).toEqual(["a.rollouts.jsonl", "elsewhere"]);
});

it("D28: a whole file is, too", async () => {
  const source = exampleResult([exampleTask("t1")], attempts);
  const wandering = {
    specVersion: "v1" as const,
    header: source.header,
    tasks: () => source.tasks(),
    async *attempts(taskId: string) {
      process.chdir(folder.path("elsewhere"));
      yield* source.attempts(taskId);
    },
  };

  await saveResult(wandering, "a.rollouts.jsonl");

  expect(folder.names()).toEqual(["a.rollouts.jsonl", "elsewhere"]);
  expect(await labelsOf(await readResultFile("../a.rollouts.jsonl"))).toEqual(["t1/0", "t1/1"]);
});

it.runIf(process.platform !== "win32")("takes `..` after a link as the system does", async () => {
  mkdirSync(folder.path("elsewhere/inner"));
  symlinkSync("elsewhere/inner", folder.path("link"));
  const sink = await openResultFile("link/../a.rollouts.jsonl", { mode: "create" });
  await sink.append(header);
  await sink.close();

  expect(folder.names()).toEqual(["elsewhere", "link"]);
  expect(await labelsOf(await readResultFile("elsewhere/a.rollouts.jsonl"))).toEqual([]);
});
