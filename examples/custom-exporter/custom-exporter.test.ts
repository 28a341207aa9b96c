import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { exporterContract } from "@rollouts/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { shareGpt } from "./share-gpt.ts";

const folder = import.meta.dirname;
let data = "";
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "custom-exporter-"));
});
afterEach(() => rm(data, { recursive: true }));

describe("the example of an exporter", { timeout: 60_000 }, () => {
  it("writes the passing attempts, and where they come from", async () => {
    const jiti = join(folder, "node_modules/.bin/jiti");
    const path = join(data, "rows.jsonl");
    // It resolves only if the program ends by itself, with code 0.
    const { stdout, stderr } = await promisify(execFile)(jiti, [
      join(folder, "custom-exporter.ts"),
      path,
    ]);
    expect(stderr).toBe("");
    expect(stdout).toMatch(/six-times-seven\s+█░█░\s+2\/4[\s\S]*rows written: 2\n$/);
    const row =
      '{"conversations":[{"from":"human","value":"6 * 7 = ?"},{"from":"gpt","value":"42"}]}\n';
    expect(await readFile(path, "utf8")).toBe(row + row);
    expect(JSON.parse(await readFile(`${path}.meta.json`, "utf8"))).toEqual({
      env: "custom-exporter",
      lines: [
        { task_id: "six-times-seven", attempt_index: 0 },
        { task_id: "six-times-seven", attempt_index: 2 },
      ],
    });
    expect(await readdir(data)).toEqual(["rows.jsonl", "rows.jsonl.meta.json"]);
  });

  for (const { name, run } of exporterContract({ exporter: shareGpt })) it(name, run);

  it("is short enough to read: under 60 lines", async () => {
    const text = await readFile(join(folder, "share-gpt.ts"), "utf8");
    expect(text.split("\n").length).toBeLessThan(60);
  });
});
