import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { defineEnvironment } from "../define-environment.ts";
import { functionAgent } from "../function-agent.ts";
import { loadTasks } from "./load-tasks.ts";

let path: string;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "load-tasks-"));
  path = join(folder, "tasks.jsonl");
});
afterEach(() => rm(folder, { recursive: true }));

it("J1: reads a file of tasks, with the schema for expected", async () => {
  await writeFile(path, '{"input":"ü","expected":"4"}\r\n\r\n{"input":"b","expected":"5"}');

  expect(await loadTasks(path)).toEqual([
    { input: "ü", expected: "4" },
    { input: "b", expected: "5" },
  ]);
  const expected = z.string().transform(Number);
  expect((await loadTasks(path, { expected })).map((task) => task.expected)).toEqual([4, 5]);
});

it("J12: strips a byte order mark", async () => {
  await writeFile(
    path,
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('{"input":"a"}')]),
  );

  expect(await loadTasks(path)).toEqual([{ input: "a" }]);
});

it("J13: names the file and the line of bytes that are no UTF-8", async () => {
  const bad = [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf]];
  for (const bytes of bad) {
    await writeFile(
      path,
      Buffer.concat([Buffer.from('{"input":"ü"}\n\n"'), Buffer.from(bytes), Buffer.from('"\n')]),
    );
    await expect(loadTasks(path)).rejects.toMatchObject({
      code: "task_format",
      source: path,
      line: 3,
      message: `${path}, line 3: not valid UTF-8`,
    });
  }
});

it("J4: names the file and the line of what is no task", async () => {
  await writeFile(path, '{"input":"a"}\n{bad');

  await expect(loadTasks(path)).rejects.toThrow(`${path}, line 2: not valid JSON: `);
});

it("J14: gives no tasks of an empty file", async () => {
  await writeFile(path, "");

  expect(await loadTasks(path)).toEqual([]);
});

it("case 8: names a file that cannot be read", async () => {
  const path = join(folder, "none.jsonl");

  await expect(loadTasks(path)).rejects.toMatchObject({
    code: "task_format",
    source: path,
    line: 0,
    message: expect.stringContaining(`${path}: cannot be read: ENOENT`),
    cause: { code: "ENOENT" },
  });
});

it("refuses a path that is none", async () => {
  const wanted = "path must be the path of a file, or its URL (file:), got";
  await expect(loadTasks(7 as never)).rejects.toThrow(`${wanted} 7.`);
  await expect(loadTasks(new URL("data:,x"))).rejects.toThrow(`${wanted} "data:,x".`);
  await expect(loadTasks(new URL("file:///a%2Fb"))).rejects.toThrow(`${wanted} "file:///a%2Fb".`);
});

it("takes the URL of a file, and names the file by its path", async () => {
  const file = join(folder, "my tasks ü.jsonl");
  await writeFile(file, '{"input":"a"}\n{');
  const url = pathToFileURL(file);

  await expect(loadTasks(url)).rejects.toMatchObject({ source: file, line: 2 });
  await writeFile(file, '{"input":"a"}');
  expect(await loadTasks(url)).toEqual([{ input: "a" }]);
});

it("V4: equal ids are told with the file and the lines", async () => {
  await writeFile(path, '{"input":"a","id":"x"}\n\n{"input":"b"}\n{"input":"c","id":"x"}');
  const tasks = await loadTasks(path);
  const options = { name: "n", agent: functionAgent({ run: () => "" }), scorer: () => true };

  expect(() => defineEnvironment({ ...options, tasks })).toThrow(
    `tasks[0] (${path}, line 1) and tasks[2] (${path}, line 4) have the same id "x": ids must be unique.`,
  );
  expect(() =>
    defineEnvironment({ ...options, tasks: [{ input: "d", id: "x" }, ...tasks] }),
  ).toThrow(`tasks[0] and tasks[1] (${path}, line 1) have`);
});
