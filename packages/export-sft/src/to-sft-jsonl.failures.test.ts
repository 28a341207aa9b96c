import { execFile } from "node:child_process";
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import {
  type AttemptResult,
  type ResultSource,
  type RolloutResult,
  RolloutsError,
} from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import { conversation, exampleResult, failed } from "./__fixtures__/result.ts";
import { DraftFile } from "./files/draft-file.ts";
import { publish } from "./files/publish.ts";
import { toSftJsonl } from "./to-sft-jsonl.ts";
import { validateSft } from "./validate-sft.ts";

const folder = useFolder(beforeEach, afterEach);
const oldResult = exampleResult([
  { id: "old", attempts: [{ messages: conversation("U", "old") }] },
]);
// Rows so long that each is written by itself.
const long = { messages: conversation("Question", "x".repeat(300_000)) };
const newResult = exampleResult([{ id: "new", attempts: [long, long, { score: failed }] }]);

afterEach(() => {
  vi.restoreAllMocks();
});

/** Exports the old result, then fails at the new one and shows that nothing has changed. */
async function failsLeavingOld(fail: (path: string) => Promise<unknown>): Promise<void> {
  const path = folder.path("rows.jsonl");
  await toSftJsonl(oldResult, path);
  const read = () => Promise.all([readFile(path), readFile(`${path}.meta.json`), stat(path)]);
  const [dataset, manifest, { ino, mtimeMs }] = await read();
  await fail(path);
  const [datasetAfter, manifestAfter, statAfter] = await read();
  expect(datasetAfter).toEqual(dataset);
  expect(manifestAfter).toEqual(manifest);
  expect(statAfter).toMatchObject({ ino, mtimeMs });
  expect(await folder.names()).toEqual(["rows.jsonl", "rows.jsonl.meta.json"]);
}

/** The source, with something happening before each attempt is read. */
function sourceWith(
  result: RolloutResult,
  before: (attempt: AttemptResult) => unknown,
): ResultSource {
  return {
    specVersion: "v1",
    header: result.header,
    tasks: () => result.tasks(),
    async *attempts(taskId) {
      for await (const attempt of result.attempts(taskId)) {
        await before(attempt);
        yield attempt;
      }
    },
  };
}

describe("B2 W14 a lone surrogate", () => {
  const broken = exampleResult([
    { id: "fine", attempts: [{}] },
    { id: "b2", attempts: [{ score: failed }, { messages: conversation("U", "x\ud800") }] },
  ]);

  it("is refused by task, attempt, message and code unit, and nothing is written", async () => {
    await failsLeavingOld(async (path) => {
      await expect(toSftJsonl(broken, path)).rejects.toMatchObject({
        name: "ExportError",
        code: "export_failed",
        path,
        message:
          'Task "b2", attempt 1: lone surrogate U+D800 in message 1 (assistant) of its run, which UTF-8 cannot carry. Nothing was written. Set the option replaceLoneSurrogates, mend the text in the option redact, or leave the task out.',
      });
    });
  });

  it("leaves no file where there was none", async () => {
    await expect(toSftJsonl(broken, folder.path("new.jsonl"))).rejects.toThrow("U+D800");
    expect(await folder.names()).toEqual([]);
  });

  it("does no harm in an attempt or a message that is not exported", async () => {
    const messages = [
      { role: "user", content: "\ud800", fromHistory: true } as const,
      ...conversation("U", "A"),
    ];
    const attempts = [{ messages }, { score: failed, messages: conversation("\ud800", "A") }];
    const report = await toSftJsonl(exampleResult([{ id: "t", attempts }]), folder.path("a.jsonl"));
    expect(report).toMatchObject({ written: 1, skippedFailed: 1 });
  });

  it("does no harm in a row for which there is no room", async () => {
    const attempts = [
      { messages: conversation("U", "x".repeat(2_000_000)) },
      { messages: conversation("U", "x\ud800") },
    ];
    const report = await toSftJsonl(exampleResult([{ id: "t", attempts }]), folder.path("a.jsonl"));
    expect(report).toMatchObject({ written: 0, droppedOverCap: 2 });
  });
});

describe("a failure leaves what was there and no temporary file", () => {
  class SourceError extends RolloutsError<"source_broken"> {}
  const sourceError = new SourceError({ code: "source_broken", message: "line 7 is torn" });

  it("when the result cannot be read on, with an error of these packages as it is", async () => {
    await failsLeavingOld(async (path) => {
      const source = sourceWith(newResult, ({ attemptIndex }) => {
        if (attemptIndex === 1) throw sourceError;
      });
      await expect(toSftJsonl(source, path)).rejects.toBe(sourceError);
    });
  });

  it("when the result throws anything else, as the cause", async () => {
    await failsLeavingOld(async (path) => {
      const source = sourceWith(newResult, () => {
        throw "gone";
      });
      await expect(toSftJsonl(source, path)).rejects.toMatchObject({
        code: "export_failed",
        message: `Cannot export to ${JSON.stringify(path)}: gone. Nothing was changed.`,
        cause: "gone",
      });
    });
  });

  describe("when the disk fails", () => {
    let handle: { writeFile(data: unknown): Promise<void>; sync(): Promise<void> };
    beforeEach(async () => {
      const file = await open(process.execPath);
      handle = Object.getPrototypeOf(file);
      await file.close();
    });
    const noSpace = Object.assign(new Error("ENOSPC: no space left on device, write"), {
      code: "ENOSPC",
    });

    it.each([
      ["the first row is written", "writeFile", 1],
      ["the second row is written", "writeFile", 2],
      ["the manifest is written", "writeFile", 3],
      ["the dataset is made safe", "sync", 1],
      ["the manifest is made safe", "sync", 2],
    ] as const)("while %s", async (_, method, call) => {
      await failsLeavingOld(async (path) => {
        const original = handle[method];
        let calls = 0;
        vi.spyOn(handle, method).mockImplementation(function (this: unknown, ...args: unknown[]) {
          calls += 1;
          return calls === call ? Promise.reject(noSpace) : Reflect.apply(original, this, args);
        });
        await expect(toSftJsonl(newResult, path)).rejects.toMatchObject({
          code: "export_failed",
          path,
          message: `Cannot export to ${JSON.stringify(path)}: ENOSPC: no space left on device, write. Nothing was changed.`,
          cause: noSpace,
        });
        expect(calls).toBe(call);
        vi.restoreAllMocks();
      });
    });

    it.each([
      ["is torn", (bytes: Buffer) => bytes.subarray(0, -3), "line 2: is not valid JSON"],
      [
        "is another",
        (bytes: Buffer) => Buffer.from(String(bytes).replace("Q", "P")),
        "other bytes",
      ],
    ])("B16 so that what reads back %s", async (_, spoil, reason) => {
      await failsLeavingOld(async (path) => {
        const original = handle.writeFile;
        let calls = 0;
        vi.spyOn(handle, "writeFile").mockImplementation(function (this: unknown, bytes) {
          calls += 1;
          return Reflect.apply(original, this, [calls === 2 ? spoil(bytes as Buffer) : bytes]);
        });
        const attempt = toSftJsonl(newResult, path);
        await expect(attempt).rejects.toMatchObject({ code: "export_failed", path });
        await expect(attempt).rejects.toThrow(reason);
        vi.restoreAllMocks();
      });
    });
  });

  it.each([true, false])(
    "when the manifest cannot follow the dataset (old files: %j)",
    async (hadOld) => {
      const path = folder.path("rows.jsonl");
      if (hadOld) await writeFile(path, "old");
      const before = hadOld ? await stat(path) : undefined;
      const dataset = new DraftFile(path);
      const manifest = new DraftFile(`${path}.meta.json`);
      for (const draft of [dataset, manifest]) {
        await draft.write(Buffer.from("new"));
        await draft.finish();
      }
      await mkdir(manifest.path);
      await expect(publish([dataset, manifest])).rejects.toMatchObject({ code: "EISDIR" });
      await manifest.discard();
      expect(await folder.names()).toEqual(
        hadOld ? ["rows.jsonl", "rows.jsonl.meta.json"] : ["rows.jsonl.meta.json"],
      );
      if (before === undefined) return;
      expect(await readFile(path, "utf8")).toBe("old");
      expect(await stat(path)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
    },
  );

  it("when what was there cannot come back either, it says where that is", async () => {
    const names = ["a.jsonl", "b.jsonl", "c.jsonl", "d.jsonl"] as const;
    const paths = names.map((name) => folder.path(name));
    const drafts = paths.map((path) => new DraftFile(path));
    for (const [index, draft] of drafts.entries()) {
      await draft.write(Buffer.from("new"));
      await draft.finish();
      if (index < 2) await writeFile(draft.path, "old");
    }
    const [, b = "", c = "", d = ""] = paths;
    vi.spyOn(drafts[3] as DraftFile, "publish").mockImplementation(async () => {
      // Folders that are not empty: neither a rename nor a removal takes their places.
      for (const path of [b, c]) {
        await rm(path);
        await mkdir(join(path, "in"), { recursive: true });
      }
      throw new Error("no room");
    });
    const error = await publish(drafts).catch((thrown) => thrown);
    const kept = (await folder.names()).filter((name) => name.startsWith(".rollouts-"));
    const old = [];
    for (const name of kept) {
      if ((await readFile(folder.path(name), "utf8")) === "old") old.push(folder.path(name));
    }
    expect(old).toHaveLength(1);
    expect(error).toMatchObject({
      code: "export_failed",
      path: c,
      message: `Cannot export: no room. And these new files could not be taken back: ${JSON.stringify(c)} (there was none before), ${JSON.stringify(b)} (what it was is now ${JSON.stringify(old[0])}). Put them right by hand.`,
      cause: { message: "no room" },
    });
    expect(await readFile(folder.path("a.jsonl"), "utf8")).toBe("old");
    await expect(stat(d)).rejects.toMatchObject({ code: "ENOENT" });
    await drafts[3]?.discard();
  });

  it.each([
    ["a file where its folder should be", "file/rows.jsonl", "EEXIST"],
    ["a file where a folder above should be", "file/data/rows.jsonl", "ENOTDIR"],
    ["a name that is too long", `${"x".repeat(250)}.jsonl`, "ENAMETOOLONG"],
    ["a name with a NUL", "a\u0000b", "ERR_INVALID_ARG_VALUE"],
  ])("when the path has %s", async (_, name, code) => {
    await writeFile(folder.path("file"), "old");
    await expect(toSftJsonl(newResult, folder.path(name))).rejects.toMatchObject({
      code: "export_failed",
      cause: { code },
    });
    expect(await folder.names()).toEqual(["file"]);
    expect(await readFile(folder.path("file"), "utf8")).toBe("old");
  });
});

describe("until both files are complete", () => {
  it("nothing is to be seen under their names, so a process that dies leaves the old pair", async () => {
    await failsLeavingOld(async (path) => {
      const sourceEnd = new Error("died");
      const seen: unknown[] = [];
      const source = sourceWith(newResult, async ({ attemptIndex }) => {
        seen.push(
          (await validateSft(path)).sha256,
          JSON.parse(await readFile(`${path}.meta.json`, "utf8")).sha256,
        );
        if (attemptIndex === 2) throw sourceEnd;
      });
      await expect(toSftJsonl(source, path)).rejects.toMatchObject({ cause: sourceEnd });
      expect(seen).toHaveLength(6);
      expect(new Set(seen).size).toBe(1);
    });
  });

  it("W13 an old manifest beside a new dataset shows by its digest", async () => {
    const path = folder.path("rows.jsonl");
    await toSftJsonl(oldResult, path);
    const oldManifest = await readFile(`${path}.meta.json`, "utf8");
    await toSftJsonl(newResult, path);
    const current = JSON.parse(await readFile(`${path}.meta.json`, "utf8"));
    const { sha256 } = await validateSft(path);
    expect(current.sha256).toBe(sha256);
    expect(JSON.parse(oldManifest).sha256).not.toBe(sha256);
  });

  it("temporary files stand in the same folder, under a hidden name", async () => {
    const path = folder.path("rows.jsonl");
    const seen: string[][] = [];
    const source = sourceWith(newResult, async () => seen.push(await folder.names()));
    await toSftJsonl(source, path);
    expect(seen[0]).toEqual([]);
    expect(seen[1]).toHaveLength(1);
    expect(seen[1]?.[0]).toMatch(/^\.rollouts-[0-9a-f-]{36}\.tmp$/);
  });
});

describe("two exports to one path at the same time", () => {
  it("each write a whole file, and leave no other", async () => {
    const path = folder.path("rows.jsonl");
    const results = Array.from({ length: 8 }, (_, index) =>
      exampleResult([
        {
          id: `t${index}`,
          attempts: Array.from({ length: 40 }, () => ({
            messages: conversation(`U${index}`, `${index}`.repeat(1000)),
          })),
        },
      ]),
    );
    const reports = await Promise.all(results.map((result) => toSftJsonl(result, path)));
    expect(await folder.names()).toEqual(["rows.jsonl", "rows.jsonl.meta.json"]);
    // Away from the manifest, which may be that of another of the eight.
    await copyFile(path, folder.path("copy.jsonl"));
    const found = await validateSft(folder.path("copy.jsonl"));
    expect(found).toMatchObject({ valid: true, rows: 40 });
    expect(reports.map(({ sha256 }) => sha256)).toContain(found.sha256);
  });
});

describe("the files themselves", () => {
  it("have the mode that new files have", async () => {
    const path = folder.path("rows.jsonl");
    await writeFile(folder.path("plain"), "");
    await toSftJsonl(newResult, path);
    const { mode } = await stat(folder.path("plain"));
    expect((await stat(path)).mode).toBe(mode);
    expect((await stat(`${path}.meta.json`)).mode).toBe(mode);
  });

  it("replace a read-only file, since the folder decides", async () => {
    const path = folder.path("rows.jsonl");
    await toSftJsonl(oldResult, path);
    await chmod(path, 0o444);
    expect(await toSftJsonl(newResult, path)).toMatchObject({ written: 2 });
  });

  it("are as private as the ones that they replace", async () => {
    const path = folder.path("rows.jsonl");
    await toSftJsonl(oldResult, path);
    await chmod(path, 0o600);
    await chmod(`${path}.meta.json`, 0o640);
    await toSftJsonl(newResult, path);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(`${path}.meta.json`)).mode & 0o777).toBe(0o640);
  });

  it.each([
    ["a folder", (path: string) => mkdir(path)],
    ["a link to a folder", (path: string) => symlink(dirname(path), path)],
    ["a pipe, as devices are", (path: string) => promisify(execFile)("mkfifo", [path])],
  ])("never take the place of %s", async (_what, make) => {
    for (const name of ["rows.jsonl", "rows.jsonl.meta.json"]) {
      await make(folder.path(name));
      const before = await lstat(folder.path(name));
      const attempt = toSftJsonl(newResult, folder.path("rows.jsonl"));
      await expect(attempt).rejects.toMatchObject({
        name: "ExportError",
        message: expect.stringContaining(`${name}" is not a regular file. Nothing was changed.`),
      });
      expect(await lstat(folder.path(name))).toMatchObject({ ino: before.ino, mode: before.mode });
      expect(await folder.names()).toEqual([name]);
      await rm(folder.path(name), { recursive: true });
    }
  });

  it("replace a symbolic link and leave what it points to alone", async () => {
    const path = folder.path("rows.jsonl");
    await writeFile(folder.path("precious"), "old");
    await symlink(folder.path("precious"), path);
    await toSftJsonl(newResult, path);
    expect(await readFile(folder.path("precious"), "utf8")).toBe("old");
    await expect(readlink(path)).rejects.toMatchObject({ code: "EINVAL" });
  });

  it("may have names as long as the file system allows", async () => {
    const path = folder.path(`${"x".repeat(255 - ".meta.json".length)}`);
    await toSftJsonl(newResult, path);
    expect(await readdir(dirname(path))).toHaveLength(2);
  });
});
