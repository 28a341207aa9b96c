import {
  appendFileSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { ResultWriteError } from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  attemptRecord,
  endRecord,
  exampleAttempt,
  exampleTask,
  headerRecord,
} from "./__fixtures__/example.ts";
import { useFolder } from "./__fixtures__/folder.ts";
import { labelsOf } from "./__fixtures__/read.ts";
import { writeSession } from "./__fixtures__/session.ts";
import { openResultFile } from "./open-result-file.ts";
import { readResultFile } from "./read-result-file.ts";

const folder = useFolder(beforeEach, afterEach);
const path = () => folder.path("a.rollouts.jsonl");
const header = headerRecord([exampleTask("t1")], { k: 4 });
const attempt = (index: number) => attemptRecord(exampleAttempt("t1", index));

afterEach(() => void vi.restoreAllMocks());

/** A session with one attempt that is safe. */
async function begin() {
  const sink = await openResultFile(path(), { mode: "create" });
  await sink.append(header);
  await sink.append(attempt(0));
  return sink;
}

const isGone = /: the file is gone: it was deleted, moved or replaced .* resume; else begin anew\./;
const isReplaced =
  /: the file is another one now: it was deleted, moved or replaced .* else begin anew\./;
const isCut = /: the file was cut off .*: 100 bytes are left of the \d+ that were safe\. Resume/;
const isWrittenTo =
  /: the file was written to by somebody else: it has \d+ bytes, of which this run/;

const changes: [string, () => void, RegExp][] = [
  ["deleted", () => rmSync(path()), isGone],
  ["moved", () => renameSync(path(), folder.path("moved")), isGone],
  [
    "replaced",
    () => {
      writeFileSync(folder.path("other"), readFileSync(path()));
      renameSync(folder.path("other"), path());
    },
    isReplaced,
  ],
  ["cut off", () => truncateSync(path(), 100), isCut],
  ["written to", () => appendFileSync(path(), "x\n"), isWrittenTo],
];

describe.each(changes)("D27: a file that was %s while it was written", (_, change, message) => {
  it("fails the run at its end, whether or not anything came after that", async () => {
    const sink = await begin();
    change();
    const names = folder.names().filter((name) => !name.endsWith(".lock"));
    const before = names.map((name) => readFileSync(folder.path(name), "utf8"));

    const error = await sink.close().catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(ResultWriteError);
    expect(error).toMatchObject({ path: path(), message: expect.stringMatching(message) });
    expect(folder.names()).toEqual(names);
    expect(names.map((name) => readFileSync(folder.path(name), "utf8"))).toEqual(before);
  });

  it("takes no attempt a second later, and stays as it is", async () => {
    const sink = await begin();
    change();
    const later = performance.now() + 1000;
    vi.spyOn(performance, "now").mockReturnValue(later);
    const names = folder.names();
    const before = names.map((name) => readFileSync(folder.path(name), "utf8"));

    for (const record of [attempt(1), attempt(2)]) {
      await expect(sink.append(record)).rejects.toThrow(message);
    }
    await expect(sink.close()).rejects.toThrow(message);

    const after = names.filter((name) => !name.endsWith(".lock"));
    expect(folder.names()).toEqual(after);
    expect(after.map((name) => readFileSync(folder.path(name), "utf8"))).toEqual(
      before.filter((_text, index) => after.includes(names[index] ?? "")),
    );
  });
});

it("D27: a file that was moved and put back is gone on with", async () => {
  const sink = await begin();
  renameSync(path(), folder.path("moved"));
  await expect(sink.close()).rejects.toThrow(isGone);
  renameSync(folder.path("moved"), path());
  await writeSession(path(), "resume", [header, attempt(1), endRecord]);

  expect(await labelsOf(await readResultFile(path()))).toEqual(["t1/0", "t1/1"]);
});

describe("D6: two writers of one file", () => {
  it("when its lock is deleted, the one that writes first goes on, the other is stopped", async () => {
    const first = await begin();
    rmSync(`${path()}.lock`);
    const second = await openResultFile(path(), { mode: "resume" });
    await second.append(header);

    await expect(first.append(attempt(1))).rejects.toThrow(isWrittenTo);
    await expect(first.close()).rejects.toThrow(isWrittenTo);
    await second.append(attempt(2));
    await second.append(endRecord);
    await second.close();

    expect(await labelsOf(await readResultFile(path()))).toEqual(["t1/0", "t1/2"]);
    expect(folder.names()).toEqual(["a.rollouts.jsonl"]);
  });

  it("the same the other way round", async () => {
    const first = await begin();
    rmSync(`${path()}.lock`);
    const second = await openResultFile(path(), { mode: "resume" });
    await first.append(attempt(1));

    await expect(second.append(header)).rejects.toThrow(isWrittenTo);
    await expect(second.close()).rejects.toThrow(isWrittenTo);
    await first.append(endRecord);
    await first.close();

    expect(await labelsOf(await readResultFile(path()))).toEqual(["t1/0", "t1/1"]);
  });

  it("a file of several names is refused under each of them, and stays as it is", async () => {
    await writeSession(path(), "create", [header, attempt(0)]);
    appendFileSync(path(), '{"type":"attempt"');
    linkSync(path(), folder.path("link"));
    const before = readFileSync(path());

    for (const name of ["a.rollouts.jsonl", "link"]) {
      await expect(openResultFile(folder.path(name), { mode: "resume" })).rejects.toMatchObject({
        code: "invalid_argument",
        message: expect.stringMatching(
          / has 2 names \(hard links\), and could be .* Copy it, and go on with the copy\.$/,
        ),
      });
    }

    expect(readFileSync(path())).toEqual(before);
    expect(folder.names()).toEqual(["a.rollouts.jsonl", "link"]);
  });
});
