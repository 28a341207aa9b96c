import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { useFolder } from "./__fixtures__/folder.ts";
import { readAll } from "./__fixtures__/read.ts";
import { writeSession } from "./__fixtures__/session.ts";
import { workedExample } from "./__fixtures__/worked-example.ts";
import { resultLine } from "./format/line-schemas.ts";
import { loadResult } from "./load-result.ts";
import { readResultFile } from "./read-result-file.ts";

const folder = useFolder(beforeEach, afterEach);
const fixtures = new URL("./__fixtures__/format-1/", import.meta.url);
const files = readdirSync(fixtures).filter((name) => name.endsWith(".rollouts.jsonl"));
const pathOf = (name: string) => new URL(name, fixtures).pathname;
const bytesOf = (name: string) => readFileSync(new URL(name, fixtures));

/** These files stay as they are for ever: whoever wrote one must be able to read it. */
const pinned: Readonly<Record<string, string>> = {
  "by-hand.rollouts.jsonl": "ec0a670cabb50b550bdbf112da0a1dc7c20ee5bd088a1a0bf26e79f8c0adb047",
  "resumed.rollouts.jsonl": "a792757b370257816ffe51089ede19f7a65a9bd6365bcca4415083251a2c853c",
  "worked-example.rollouts.jsonl":
    "3d1d40ffc73d78ad6c1ce4469fb5f6d493ae44e5b97afae4efdc0038de039d86",
};
const bigintAsText = (_: string, value: unknown) =>
  typeof value === "bigint" ? `${value}n` : value;

describe("D12: format 1", () => {
  it("has fixtures that nobody changes", () => {
    const found = Object.fromEntries(
      files.map((name) => [name, createHash("sha256").update(bytesOf(name)).digest("hex")]),
    );

    expect(found).toEqual(pinned);
  });

  it.each(files)("%s is read as it was when it was written", async (name) => {
    const { header, attempts, summaries } = await readAll(await readResultFile(pathOf(name)));
    const tasks = summaries.map(({ task }) => task);
    const read: unknown = JSON.parse(String(bytesOf(name.replace("rollouts.jsonl", "read.json"))));

    const plain = JSON.stringify({ header, tasks, attempts }, bigintAsText);
    expect(JSON.parse(plain)).toEqual(read);
    expect((await loadResult(pathOf(name))).taskResults).toHaveLength(tasks.length);
  });

  it("is still written as it was, byte for byte", async () => {
    const path = folder.path("a.rollouts.jsonl");
    for (const [index, records] of workedExample.entries()) {
      await writeSession(path, index === 0 ? "create" : "resume", records);
    }

    expect(readFileSync(path, "utf8")).toBe(String(bytesOf("worked-example.rollouts.jsonl")));
  });

  it("is what docs/result-file.md shows", () => {
    const page = readFileSync(new URL("../../../docs/result-file.md", import.meta.url), "utf8");
    const [, example] = /```jsonl\n([^`]*)```/.exec(page) ?? [];

    expect(example).toBe(String(bytesOf("worked-example.rollouts.jsonl")));
  });
});

describe("the JSON Schema", () => {
  const schema: unknown = JSON.parse(
    readFileSync(new URL("../format-1.schema.json", import.meta.url), "utf8"),
  );

  it("is that of the schemas that lines are held to", () => {
    expect(schema).toEqual(z.toJSONSchema(resultLine, { io: "input", reused: "ref" }));
  });

  it("accepts every line of the fixtures, and nothing that is none", () => {
    const validate = new Ajv2020({ strict: false }).compile(schema as object);
    for (const name of files) {
      for (const line of String(bytesOf(name)).split("\n").slice(0, -1)) {
        const parsed = JSON.parse(line) as { type: string };
        if (parsed.type === "note") continue;
        expect(validate(parsed), `${name}: ${line}`).toBe(true);
        expect(validate({ ...parsed, type: "other" })).toBe(false);
      }
    }
  });
});
