import { execFile } from "node:child_process";
import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const bin = join(import.meta.dirname, "../dist/bin.js");
const fixtures = join(import.meta.dirname, "__fixtures__");
let folder: string;
let dataset: string;

interface Ended {
  readonly code: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command in the folder of the fixtures. */
function rollouts(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [bin, ...args], { cwd: fixtures }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : (error.code ?? null), stdout, stderr });
    });
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rollouts-cli-"));
  dataset = join(folder, "zone.jsonl");
  await rollouts("run", "half.env.ts", "--k", "4", "--export", dataset);
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

describe("rollouts trace", { timeout: 60_000 }, () => {
  it("goes from a line of a training file back to its attempt", async () => {
    const { code, stdout, stderr } = await rollouts("trace", dataset, "2");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      /^attempt: {6}half\/2\nscore: {8}1\nenvironment: {2}half\nfingerprints: envfp1:[0-9a-f]{64}\n {14}polfp1:[0-9a-f]{64}\nsha256: {7}[0-9a-f]{64}\n$/,
    );
  });

  it("gives it as JSON with --json", async () => {
    const { stdout } = await rollouts("trace", dataset, "1", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ taskId: "half", attemptIndex: 0, env: "half" });
  });

  it.each([
    ["a line that is not there", ["3"], "no line 3"],
    ["what is no line", ["first"], "It must be a whole number >= 1."],
    ["no line at all", [], "missing required argument 'line'"],
  ])("exits 2 for %s", async (_, line, message) => {
    const { code, stdout, stderr } = await rollouts("trace", dataset, ...line);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });

  it("exits 2 for a file without a manifest", async () => {
    const path = join(folder, "alone.jsonl");
    await writeFile(path, "{}\n");
    const { code, stderr } = await rollouts("trace", path, "1");
    expect(code).toBe(2);
    expect(stderr).toContain("there is no manifest");
  });
});

describe("rollouts validate", { timeout: 60_000 }, () => {
  it("says that a file is valid, and exits 0", async () => {
    expect(await rollouts("validate", dataset)).toEqual({
      code: 0,
      stdout: "valid for profile portable, 2 rows, manifest: matches\n",
      stderr: "",
    });
  });

  it("says what is wrong with a file, and exits 1", async () => {
    const path = join(folder, "bad.jsonl");
    await writeFile(path, '{"messages":[{"role":"user","content":"U"}]}\n');
    await appendFile(path, "\u001b[2J\n");
    const { code, stdout } = await rollouts("validate", path, "--profile", "openai");
    expect(code).toBe(1);
    expect(stdout.split("\n").slice(0, 2)).toEqual([
      "not valid for profile openai, 2 rows, manifest: absent",
      '  line 1: must end with an assistant message, ends with role "user"',
    ]);
    expect(stdout).not.toContain("\u001b");
    const json = await rollouts("validate", path, "--profile", "openai", "--json");
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ valid: false, rows: 2, profile: "openai" });
  });

  it("exits 2 for a profile that does not exist, and for a file that does not", async () => {
    const unknown = await rollouts("validate", dataset, "--profile", "opnai");
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('profile must be one of "portable"');
    expect((await rollouts("validate", join(folder, "none.jsonl"))).code).toBe(2);
  });
});
