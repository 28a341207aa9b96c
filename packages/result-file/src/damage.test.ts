import { readFileSync, writeFileSync } from "node:fs";
import { ResultFormatError } from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  attemptRecord,
  broken,
  endRecord,
  exampleAttempt,
  exampleHeader,
  exampleTask,
  failed,
  headerRecord,
} from "./__fixtures__/example.ts";
import { useFolder } from "./__fixtures__/folder.ts";
import { labelsOf, readAll } from "./__fixtures__/read.ts";
import { writeSession } from "./__fixtures__/session.ts";
import { loadResult } from "./load-result.ts";
import { openResultFile } from "./open-result-file.ts";
import { readResultFile, readResultFileIfBegun } from "./read-result-file.ts";
import { salvage } from "./salvage.ts";

const folder = useFolder(beforeEach, afterEach);
const whole = () => folder.path("whole.rollouts.jsonl");
const damaged = () => folder.path("damaged.rollouts.jsonl");
const tasks = [exampleTask("t1"), exampleTask("tä")];
const records = [
  headerRecord(tasks),
  attemptRecord(exampleAttempt("t1", 0)),
  attemptRecord(exampleAttempt("tä", 1, broken)),
  { type: "rescore", attempt: exampleAttempt("t1", 0, failed) } as const,
  attemptRecord(exampleAttempt("tä", 0)),
  endRecord,
];
/** Numbers of the lines, from 1: header, transcript, attempt, attempt, rescore, transcript, ... */
const labelsByLine: Readonly<Record<number, string>> = { 3: "t1/0", 4: "tä/1", 7: "tä/0" };

/** The bytes of a small file and the places where its lines end. */
async function writeWhole() {
  await writeSession(whole(), "create", records);
  const bytes = readFileSync(whole());
  const ends = [...bytes.entries()].flatMap(([at, byte]) => (byte === 0x0a ? [at + 1] : []));
  return { bytes, ends };
}

/** The attempts of which all lines lie within the first bytes. */
function labelsWithin(ends: readonly number[], length: number): string[] {
  return Object.entries(labelsByLine).flatMap(([line, label]) =>
    (ends[Number(line) - 1] ?? 0) <= length ? [label] : [],
  );
}

describe("D2: a file cut off at any byte", () => {
  it("loads what is whole, or says that there is no header", async () => {
    const { bytes, ends } = await writeWhole();
    for (let length = 0; length <= bytes.length; length++) {
      writeFileSync(damaged(), bytes.subarray(0, length));
      const begun = await readResultFileIfBegun(damaged());
      expect(begun === null, `cut at ${length}`).toBe(length < (ends[0] ?? 0));
      if (begun === null) {
        await expect(loadResult(damaged())).rejects.toMatchObject({
          name: "ResultFormatError",
          line: 1,
          byteOffset: 0,
        });
        continue;
      }
      const result = await loadResult(damaged());
      const labels = await labelsOf(result);
      expect(labels.sort(), `cut at ${length}`).toEqual(labelsWithin(ends, length).sort());
      expect(result.status).toBe(length === bytes.length ? "finished" : "stopped");
      const isTorn = !ends.includes(length);
      expect(result.warnings.some((text) => text.startsWith("The last line has no end"))).toBe(
        isTorn,
      );
    }
  }, 60_000);

  it("is resumed: what was whole stays, what is appended follows, and every line is whole", async () => {
    const { bytes, ends } = await writeWhole();
    for (let length = 0; length < bytes.length; length += 41) {
      writeFileSync(damaged(), bytes.subarray(0, length));
      await writeSession(damaged(), "resume", records);

      const kept = ends.filter((end) => end <= length).at(-1) ?? 0;
      expect(readFileSync(damaged()).subarray(0, kept)).toEqual(bytes.subarray(0, kept));
      const { attempts, header } = await readAll(await readResultFile(damaged()));
      expect(attempts, `cut at ${length}`).toEqual(
        (await readAll(await readResultFile(whole()))).attempts,
      );
      expect(header.end?.status).toBe("finished");
    }
  }, 120_000);
});

describe("D3: damage elsewhere", () => {
  it("a flipped bit is refused with line and byte, or changes nothing that is read", async () => {
    const { bytes, ends } = await writeWhole();
    const before = await readAll(await readResultFile(whole()));
    let refusedCount = 0;
    for (let at = 0; at < bytes.length - 1; at++) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 7));
      writeFileSync(damaged(), flipped);
      try {
        expect(await readAll(await readResultFile(damaged())), `flipped ${at}`).toEqual(before);
      } catch (thrown) {
        if (!(thrown instanceof ResultFormatError)) throw thrown;
        refusedCount += 1;
        const line = ends.filter((end) => end <= at).length + 1;
        // A new newline in the line makes two of it, a lost one joins it with the next.
        expect([line, line + 1]).toContain(thrown.line);
        expect(thrown.byteOffset).toBeGreaterThanOrEqual(ends[line - 2] ?? 0);
        expect(thrown.message).toContain(`line ${thrown.line} (byte ${thrown.byteOffset}): `);
      }
    }
    // The three letters of the key `crc` on each of the eight lines.
    expect(refusedCount).toBeGreaterThan(bytes.length - 1 - 3 * ends.length - 1);
  }, 120_000);

  it("B3b: resuming a damaged file is refused, and writes nothing", async () => {
    const { bytes, ends } = await writeWhole();
    const flipped = Buffer.from(bytes);
    flipped[(ends[0] ?? 0) + 30] = 0;
    writeFileSync(damaged(), flipped);

    await expect(openResultFile(damaged(), { mode: "resume" })).rejects.toMatchObject({
      name: "ResultFormatError",
      line: 2,
      byteOffset: ends[0],
      message: `${damaged()}, line 2 (byte ${ends[0]}): the line is damaged: its crc does not fit. salvage(path, out) of @rollouts/result-file recovers the other lines.`,
    });
    expect(readFileSync(damaged())).toEqual(flipped);
    expect(folder.names()).toEqual(["damaged.rollouts.jsonl", "whole.rollouts.jsonl"]);
  });

  const edits: [string, (lines: string[]) => void, string, string[], number[]][] = [
    [
      "a line that is no JSON",
      (lines) => lines.splice(3, 0, "{"),
      "line 4",
      ["t1/0", "tä/1", "tä/0"],
      [4],
    ],
    ["an empty line", (lines) => lines.splice(3, 0, ""), "line 4", ["t1/0", "tä/1", "tä/0"], [4]],
    [
      "a damaged transcript",
      (lines) => lines.splice(1, 1, String(lines[1]).replace("42", "43")),
      "line 2",
      ["tä/1", "tä/0"],
      [2, 3],
    ],
    [
      "the transcript of another attempt",
      (lines) => lines.splice(1, 1, String(lines[5])),
      "line 3",
      ["tä/1", "tä/0"],
      [2, 3],
    ],
    ["a lost transcript", (lines) => lines.splice(5, 1), "line 6", ["t1/0", "tä/1"], [6]],
    [
      "two lines joined",
      (lines) => lines.splice(2, 2, `${lines[2]}${lines[3]}`),
      "line 3",
      ["t1/0", "tä/1", "tä/0"],
      [],
    ],
    [
      "the header joined with the line after it",
      (lines) => lines.splice(0, 2, `${lines[0]}${lines[1]}`),
      "line 1",
      ["t1/0", "tä/1", "tä/0"],
      [],
    ],
    [
      "the header joined with a damaged line",
      (lines) => lines.splice(0, 2, `${lines[0]}${String(lines[1]).replace("42", "43")}`),
      "line 1",
      ["tä/1", "tä/0"],
      [1, 2],
    ],
    [
      "a transcript joined with its attempt, and the one before",
      (lines) => lines.splice(4, 3, `${lines[4]}${lines[5]}${lines[6]}`),
      "line 5",
      ["t1/0", "tä/1", "tä/0"],
      [],
    ],
    [
      "a second header",
      (lines) => lines.push(String(lines[0])),
      "line 9",
      ["t1/0", "tä/1", "tä/0"],
      [9],
    ],
    [
      "a line without a type",
      (lines) => lines.push('{"kind":"note"}'),
      "line 9",
      ["t1/0", "tä/1", "tä/0"],
      [9],
    ],
    [
      "lines that end in a carriage return",
      (lines) => lines.splice(3, 1, `${lines[3]}\r`),
      "line 4",
      ["t1/0", "tä/0"],
      [4],
    ],
    [
      "a session that names a task that is not there",
      (lines) =>
        lines.push(
          String(lines[0])
            .replace('"type":"header","format":1', '"type":"session"')
            .replace(/"tasks":.*/, '"tasks":["t9"]}'),
        ),
      "line 9",
      ["t1/0", "tä/1", "tä/0"],
      [9],
    ],
    [
      "bytes that are not UTF-8",
      (lines) => lines.push('{"type":"note","text":"\udcff"}'),
      "line 9",
      ["t1/0", "tä/1", "tä/0"],
      [9],
    ],
  ];

  it.each(edits)(
    "%s is refused, and the others are salvaged",
    async (_, edit, place, labels, left) => {
      const { bytes } = await writeWhole();
      const lines = bytes.toString().split("\n").slice(0, -1);
      edit(lines);
      const text = `${lines.join("\n")}\n`;
      const [head = "", tail] = text.split("\udcff");
      const parts = tail === undefined ? [head] : [head, Buffer.from([0xff]), tail];
      writeFileSync(damaged(), Buffer.concat(parts.map((part) => Buffer.from(part))));

      await expect(readResultFile(damaged())).rejects.toThrow(
        `damaged.rollouts.jsonl, ${place} (byte `,
      );
      const report = await salvage(damaged(), folder.path("saved.rollouts.jsonl"));

      const saved = await labelsOf(await readResultFile(folder.path("saved.rollouts.jsonl")));
      expect(saved.sort()).toEqual(labels.sort());
      expect(report).toMatchObject({ attemptCount: labels.length });
      expect(report.left.map(({ line }) => line)).toEqual(left);
    },
  );
});

describe("salvage", () => {
  it("copies a whole file byte for byte, and takes no line for lost", async () => {
    const { bytes } = await writeWhole();

    const report = await salvage(whole(), folder.path("copy.rollouts.jsonl"));

    expect(readFileSync(folder.path("copy.rollouts.jsonl"))).toEqual(bytes);
    expect(report).toEqual({
      path: folder.path("copy.rollouts.jsonl"),
      lineCount: 8,
      attemptCount: 3,
      left: [],
    });
  });

  it("says of a session without its task, in whole sentences, what to do", async () => {
    const { bytes } = await writeWhole();
    const session = JSON.stringify({ type: "session", ...exampleHeader, tasks: ["gone"] });
    writeFileSync(damaged(), `${bytes}${session}\n`);

    await expect(readResultFile(damaged())).rejects.toThrow(
      'name "gone", which is no task of the plan before. salvage(path, out)',
    );
  });

  it("takes a second header for two files in one, which want to be merged", async () => {
    const { bytes, ends } = await writeWhole();
    writeFileSync(damaged(), Buffer.concat([bytes, bytes]));
    const problem = `${damaged()}, line ${ends.length + 1} (byte ${bytes.length}): a second header: two files cannot be joined like this.`;

    await expect(readResultFile(damaged())).rejects.toMatchObject({
      message: `${problem} mergeResultFiles(paths, out) of @rollouts/result-file joins them.`,
      problem,
      advice: { id: "merge" },
    });
    const { left } = await salvage(damaged(), folder.path("saved.rollouts.jsonl"));
    expect(left.map(({ reason }) => reason)).toEqual([problem]);
  });

  it("says what it left, with place, length and reason; a torn line and its transcript included", async () => {
    const { bytes, ends } = await writeWhole();
    writeFileSync(damaged(), bytes.subarray(0, (ends[5] ?? 0) + 10));

    const report = await salvage(damaged(), folder.path("saved.rollouts.jsonl"));

    expect(report.left).toEqual([
      {
        line: 6,
        byteOffset: ends[4],
        bytes: (ends[5] ?? 0) - (ends[4] ?? 0) - 1,
        reason: "a transcript without its attempt",
      },
      { line: 7, byteOffset: ends[5], bytes: 10, reason: "the last line has no end" },
    ]);
  });

  it.each<[string, (bytes: Buffer) => string | Buffer]>([
    ["it is cut off", (bytes) => bytes.subarray(5)],
    ["it is damaged", (bytes) => String(bytes).replace('"k":', '"K":')],
    [
      "it is damaged, and its newline is lost",
      (bytes) => String(bytes).replace('"k":', '"K":').replace("\n", ""),
    ],
  ])("cannot do without the header: %s", async (_, damage) => {
    const { bytes } = await writeWhole();
    writeFileSync(damaged(), damage(bytes));

    await expect(salvage(damaged(), folder.path("out"))).rejects.toMatchObject({
      name: "ResultFormatError",
      line: 1,
      message: expect.stringContaining("Without its header nothing in a file can be told apart."),
    });
    expect(folder.names()).toEqual(["damaged.rollouts.jsonl", "whole.rollouts.jsonl"]);
  });

  it("never overwrites", async () => {
    const { bytes } = await writeWhole();

    await expect(salvage(whole(), whole())).rejects.toThrow("is there already");
    expect(readFileSync(whole())).toEqual(bytes);
  });
});

describe("D12: versions", () => {
  it.each([
    [2, "the file has format 2, and this version of @rollouts/result-file reads format 1"],
    [null, "the file has format null, and"],
  ])("P9: format %j is refused", async (format, message) => {
    const { bytes } = await writeWhole();
    const [header = "", ...lines] = bytes.toString().split("\n");
    const parsed: unknown = JSON.parse(header.replace('"format":1', `"format":${format}`));
    const { crc: _, ...other } = parsed as { crc: string };
    writeFileSync(damaged(), [JSON.stringify(other), ...lines].join("\n"));

    for (const read of [readResultFile, loadResult]) {
      await expect(read(damaged())).rejects.toThrow(message);
    }
    await expect(salvage(damaged(), folder.path("out"))).rejects.toThrow(message);
  });

  it("P10: what is no result file at all is refused with its line", async () => {
    for (const text of [
      "[]\n",
      "nope\n",
      "{}\n",
      '{"type":"attempt"}\n',
      "null\n",
      "\n",
      "\ufeff{}\n",
    ]) {
      writeFileSync(damaged(), text);
      for (const read of [loadResult, readResultFileIfBegun]) {
        await expect(read(damaged()), text).rejects.toMatchObject({
          name: "ResultFormatError",
          line: 1,
          byteOffset: 0,
          message: expect.stringContaining("So this is no result file, or its header is damaged."),
        });
      }
    }
  });

  it("P10: an unknown stop reason is refused by its name, an unknown kind of line is passed over", async () => {
    const { bytes } = await writeWhole();
    const lines = bytes.toString().split("\n");
    const unsealed = String(lines[2]).replace(/,"crc":"[0-9a-f]{8}"\}$/, "}");
    writeFileSync(
      damaged(),
      [...lines.slice(0, 2), unsealed.replace('"completed"', '"exploded"'), ""].join("\n"),
    );
    await expect(readResultFile(damaged())).rejects.toThrow("line 3 (byte 1");
    await expect(readResultFile(damaged())).rejects.toThrow('its member "stopReason"');

    writeFileSync(
      damaged(),
      [lines[0], '{"type":"note","text":"x"}', ...lines.slice(1)].join("\n"),
    );
    expect(await labelsOf(await readResultFile(damaged()))).toEqual(["t1/0", "tä/0", "tä/1"]);
  });

  it("a line without a crc is taken, in any order of members and with members nobody knows", async () => {
    const { bytes } = await writeWhole();
    const before = await readAll(await readResultFile(whole()));
    const lines = bytes.toString().trimEnd().split("\n");
    const rewritten = lines.map((line) => {
      const { crc: _, ...members } = JSON.parse(line) as Record<string, unknown>;
      return JSON.stringify({ note: 1, ...Object.fromEntries(Object.entries(members).reverse()) });
    });
    writeFileSync(damaged(), `${rewritten.join("\n")}\n`);

    expect(await readAll(await readResultFile(damaged()))).toEqual(before);
  });
});
