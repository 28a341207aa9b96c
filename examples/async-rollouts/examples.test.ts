import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { validateSft } from "@rollouts/export-sft";
import { describe, expect, it } from "vitest";

const folder = import.meta.dirname;

/** Runs a program of this folder as its reader would. */
async function run(program: string): Promise<string> {
  const jiti = join(folder, "node_modules/.bin/jiti");
  const { stdout } = await promisify(execFile)(jiti, [join(folder, program)]);
  return stdout;
}

describe("the examples", { timeout: 60_000 }, () => {
  it("basic.ts prints the grid and a pass rate for each task", async () => {
    const stdout = await run("basic.ts");
    expect(stdout).toMatch(/^async-rollouts {17}k=4 · 8 attempts · \d+s\n/);
    expect(stdout).toMatch(/async-edge-a {3}[█░]{4} {3}\d\/4 {3}\d\.\d\d/);
    expect(stdout).toContain("async-edge-b passes at a rate of");
  });

  it("async-export.ts writes the learning zone to a file that is valid", async () => {
    const stdout = await run("async-export.ts");
    const [, rows] = /training rows written: (\d+)/.exec(stdout) ?? [];
    const path = join(folder, "data", "async_export.jsonl");
    expect(await validateSft(path, { profile: "portable" })).toMatchObject({
      valid: true,
      rows: Number(rows),
    });
    expect(Number(rows)).toBeGreaterThan(0);
    const sidecar = JSON.parse(await readFile(`${path}.meta.json`, "utf8"));
    expect(sidecar.lines).toHaveLength(Number(rows));
  });

  it("in-a-server.ts keeps two runs apart", async () => {
    // It asserts that the runs give the same together and alone.
    expect(await run("in-a-server.ts")).toContain("at the same time:");
  });

  it("are short enough to read: under 60 lines each", async () => {
    const programs = (await readdir(folder)).filter((name) => /(?<!test|test-d)\.ts$/.test(name));
    for (const program of programs) {
      const text = await readFile(join(folder, program), "utf8");
      expect(text.split("\n").length, program).toBeLessThan(60);
    }
  });
});

describe("the README of the project", () => {
  it("opens with the program of shortest.ts", async () => {
    const readme = await readFile(join(folder, "../../README.md"), "utf8");
    const program = await readFile(join(folder, "shortest.ts"), "utf8");
    expect(readme).toContain(`\`\`\`ts\n${program}\`\`\`\n`);
  });
});
