import { readFile, rm, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import { conversation, exampleResult, failed } from "./__fixtures__/result.ts";
import { profiles } from "./profiles/profiles.ts";
import { toSftJsonl } from "./to-sft-jsonl.ts";
import { traceRow } from "./trace-row.ts";

const folder = useFolder(beforeEach, afterEach);
const result = exampleResult([
  { id: "t1", attempts: [{ score: failed }, { messages: conversation("U", "one") }] },
  { id: "t2", attempts: [{ score: { value: 0.75, passed: true } }] },
]);

async function exported(): Promise<string> {
  const path = folder.path("rows.jsonl");
  await toSftJsonl(result, path);
  return path;
}

it("B19 goes from a line back to its attempt", async () => {
  const path = await exported();
  expect(await traceRow(path, 1)).toMatchObject({ taskId: "t1", attemptIndex: 1, score: 1 });
  expect(await traceRow(path, 2)).toEqual({
    taskId: "t2",
    attemptIndex: 0,
    score: 0.75,
    env: "example",
    envFingerprint: result.header.envFingerprint,
    policyFingerprint: result.header.policyFingerprint,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

it("goes back from a shard, and from a file with a byte order mark", async () => {
  const limits = { ...profiles.openai.limits, maxRows: 1 };
  const profile = { ...profiles.openai, name: "marked", byteOrderMark: true, limits };
  const { files } = await toSftJsonl(result, folder.path("rows.jsonl"), { profile });
  const origins = await Promise.all(files.map(({ path }) => traceRow(path, 1)));
  expect(origins.map(({ taskId }) => taskId)).toEqual(["t1", "t2"]);
});

it.each([
  ["a line that is not there", 3, "there is no line 3, its manifest describes 2"],
  ["a line that is not a number", 1.5, "line must be a whole number >= 1, got 1.5."],
  ["line 0", 0, "line must be a whole number >= 1, got 0."],
])("refuses %s", async (_, line, message) => {
  await expect(traceRow(await exported(), line)).rejects.toThrow(message);
});

it("refuses a line that is not the one that was written", async () => {
  const path = await exported();
  await writeFile(path, (await readFile(path, "utf8")).replace("one", "two"));
  await expect(traceRow(path, 1)).rejects.toMatchObject({
    code: "export_failed",
    message: expect.stringContaining("line 1 is not the row that its manifest describes"),
  });
  expect(await traceRow(path, 2)).toMatchObject({ taskId: "t2" });
});

it("refuses a data set without a manifest, or with another file in its place", async () => {
  const path = await exported();
  await writeFile(`${path}.meta.json`, "[]");
  await expect(traceRow(path, 1)).rejects.toThrow("the manifest is not an object");
  await writeFile(`${path}.meta.json`, "{");
  await expect(traceRow(path, 1)).rejects.toThrow("the manifest is not valid JSON");
  await writeFile(`${path}.meta.json`, '{"lines":[{"task_id":1}]}');
  await expect(traceRow(path, 1)).rejects.toThrow("the manifest has no list lines");
  await writeFile(`${path}.meta.json`, "\u001b[2J");
  await expect(traceRow(path, 1)).rejects.toThrow(/^[ -~]*the manifest is not valid JSON[ -~]*$/);
  await rm(`${path}.meta.json`);
  await expect(traceRow(path, 1)).rejects.toThrow("there is no manifest");
});
