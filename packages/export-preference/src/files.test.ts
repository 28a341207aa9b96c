import { mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { type ResultSource, type RolloutResult, RolloutsError } from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import {
  conversation,
  type ExampleTask,
  exampleResult,
  fail,
  pass,
} from "./__fixtures__/result.ts";
import { preferenceProfiles } from "./profiles/profiles.ts";
import { toKtoJsonl } from "./to-kto-jsonl.ts";
import { toPreferenceJsonl } from "./to-preference-jsonl.ts";
import { toPromptsJsonl } from "./to-prompts-jsonl.ts";

const folder = useFolder(beforeEach, afterEach);
const doors = { toPreferenceJsonl, toKtoJsonl, toPromptsJsonl };
const tasks = (count: number): ExampleTask[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `t${index}`,
    attempts: ["A", "B"].map((answer) => ({
      ...(answer === "A" ? pass("") : fail("")),
      messages: conversation(answer, `Question ${index}`),
    })),
  }));

describe.each(Object.entries(doors))("%s", (_, toJsonl) => {
  it.each(["rows.jsonl", "rows.validation.jsonl", "rows.jsonl.meta.json"])(
    "refuses to take the place of a result file that is called %s",
    async (name) => {
      const kept = '{"type":"header","format":1}';
      await writeFile(folder.path(name), kept);
      await expect(
        toJsonl(exampleResult(tasks(2)), folder.path("rows.jsonl"), { split: { fraction: 0.5 } }),
      ).rejects.toMatchObject({
        name: "InvalidArgumentError",
        message: expect.stringContaining(`${name}" is a result file`),
      });
      expect(await readFile(folder.path(name), "utf8")).toBe(kept);
      expect(await folder.names()).toEqual([name]);
    },
  );

  it("refuses half a character by task and place, and nothing is written", async () => {
    const broken = ["x", "y"].map((answer) => conversation(answer, "\ud800"));
    const result = exampleResult([
      { id: "fine", attempts: [pass("\\ud800 as text"), fail("B")] },
      {
        id: "b2",
        attempts: [{ messages: broken[0] ?? [] }, { ...fail("B"), messages: broken[1] ?? [] }],
      },
    ]);
    const exported = toJsonl(result, folder.path("rows.jsonl"), { profile: "trl" });
    await expect(exported).rejects.toMatchObject({
      code: "export_failed",
      message:
        'Task "b2", attempt 0: lone surrogate U+D800 in message 0 (user) of its run, which UTF-8 cannot carry. Nothing was written. Set the option replaceLoneSurrogates, mend the text in the option redact, or leave the task out.',
    });
    expect(await folder.names()).toEqual([]);
  });

  it("leaves the old files as they are when the result cannot be read on", async () => {
    const path = folder.path("rows.jsonl");
    await toJsonl(exampleResult(tasks(1)), path, { profile: "trl" });
    const read = () => Promise.all([readFile(path), readFile(`${path}.meta.json`)]);
    const old = await read();
    const thrown = new RolloutsError({ code: "source_broken", message: "line 7 is torn" });
    const source = breaking(exampleResult(tasks(3)), "t2", thrown);
    await expect(toJsonl(source, path, { profile: "trl" })).rejects.toBe(thrown);
    const other = breaking(exampleResult(tasks(3)), "t2", "gone");
    await expect(toJsonl(other, path, { profile: "trl" })).rejects.toMatchObject({
      code: "export_failed",
      cause: "gone",
      message: `Cannot export to ${JSON.stringify(path)}: gone. Nothing was changed.`,
    });
    expect(await read()).toEqual(old);
    expect(await folder.names()).toEqual(["rows.jsonl", "rows.jsonl.meta.json"]);
  });

  it("does not take the place of a folder", async () => {
    await mkdir(folder.path("rows.jsonl"));
    const exported = toJsonl(exampleResult(tasks(1)), folder.path("rows.jsonl"));
    await expect(exported).rejects.toThrow("is not a regular file");
    expect((await stat(folder.path("rows.jsonl"))).isDirectory()).toBe(true);
    expect(await folder.names()).toEqual(["rows.jsonl"]);
  });

  it("writes as many files as the profile's size asks for", async () => {
    const { kto, pairs, prompts, ...rest } = preferenceProfiles.trl;
    const small = <Form extends typeof kto | typeof pairs | typeof prompts>(form: Form): Form =>
      form && {
        ...form,
        conversation: { ...form.conversation, limits: { ...form.conversation.limits, maxRows: 2 } },
      };
    const profile = {
      ...rest,
      name: "small",
      kto: small(kto),
      pairs: small(pairs),
      prompts: small(prompts),
    };
    const path = folder.path("rows.jsonl");
    const report = await toJsonl(exampleResult(tasks(3)), path, { profile });
    expect(report.files.length).toBe(Math.ceil(report.written / 2));
    expect(report.files[0]?.path).toBe(
      folder.path(`rows-00001-of-0000${report.files.length}.jsonl`),
    );

    const cut = await toJsonl(exampleResult(tasks(3)), path, { profile, onOverflow: "truncate" });
    expect(cut).toMatchObject({ written: 2, droppedOverCap: report.written - 2 });
    const error = toJsonl(exampleResult(tasks(3)), path, { profile, onOverflow: "error" });
    await expect(error).rejects.toThrow(
      /Task "t[12]", attempt 0: the file is full: after 2 rows there is no room for its row of \d+ bytes, profile small allows 2 rows/,
    );
  });

  it("splits by task, never by row, into two files", async () => {
    const split = { fraction: 0.5, seed: "s" };
    const path = folder.path("rows.jsonl");
    const report = await toJsonl(exampleResult(tasks(12)), path, { profile: "trl", split });
    expect(report.files.map((file) => file.split)).toEqual(["train", "validation"]);
    const { train = 0, validation = 0 } = report.splitTasks ?? {};
    expect([train + validation, train > 0, validation > 0]).toEqual([12, true, true]);
    const idsOf = async (file: string, side: string) => {
      const found = JSON.parse(await readFile(`${file}.meta.json`, "utf8"));
      const { lines } = found;
      expect(found.split).toEqual({ side, seed: "s", fraction: 0.5 });
      return new Set(lines.map((line: { task_id: string }) => line.task_id));
    };
    const [first, second] = await Promise.all(
      report.files.map((file) => idsOf(file.path, file.split ?? "")),
    );
    expect([first?.size, second?.size]).toEqual([train, validation]);
    expect([...(first ?? [])].filter((id) => second?.has(id))).toEqual([]);
  });

  it("refuses one file for both sides of a split, by a folder that is a link", async () => {
    await symlink(".", folder.path("link"));
    const split = { fraction: 0.5, validationPath: folder.path("link/rows.jsonl") };
    const exported = toJsonl(exampleResult(tasks(12)), folder.path("rows.jsonl"), { split });
    await expect(exported).rejects.toMatchObject({ argument: "split.validationPath" });
    expect(await folder.names()).toEqual(["link"]);
  });

  it("refuses a split that leaves a side without rows", async () => {
    const split = { fraction: 0.5 };
    const exported = toJsonl(exampleResult(tasks(1)), folder.path("rows.jsonl"), { split });
    await expect(exported).rejects.toThrow("The split leaves no row for");
    expect(await folder.names()).toEqual([]);
  });
});

/** The result, which throws when the attempts of a task are read. */
function breaking(result: RolloutResult, id: string, thrown: unknown): ResultSource {
  return {
    specVersion: "v1",
    header: result.header,
    tasks: () => result.tasks(),
    async *attempts(taskId) {
      if (taskId === id) throw thrown;
      yield* result.attempts(taskId);
    },
  };
}
