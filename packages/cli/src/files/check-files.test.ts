import { link, mkdir, open, readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openWorkshop, rollouts } from "../workshop.test-helper.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let workshop: Awaited<ReturnType<typeof openWorkshop>>;
let result: string;
let environment: string;
const plan = { outcomes: { a: "10" } };
beforeAll(async () => {
  workshop = await openWorkshop();
  result = await workshop.record("a.rollouts.jsonl", plan.outcomes);
  environment = await workshop.write("own.ts", "throw new Error('loaded');");
  await link(result, workshop.path("hard.json"));
  await symlink(workshop.folder, workshop.path("folder"));
  await mkdir(workshop.path("real/deep"), { recursive: true });
  await symlink("real/deep", workshop.path("deep"));
  await symlink("deep/../x.json", workshop.path("x.link"));
  await workshop.write("prov.ts", "throw new Error('loaded');");
});
afterAll(() => workshop.close());

/** Runs a command that is refused before any work, and shows that every file is as it was. */
async function isRefused(args: readonly string[]): Promise<string> {
  const before = await contents();
  const ended = await rollouts(args, { plan });
  expect(ended).toMatchObject({ code: 2, stdout: "" });
  expect(ended.stderr).not.toContain("attempts done");
  expect(await contents()).toEqual(before);
  return ended.stderr;
}

async function contents(): Promise<Record<string, string>> {
  const entries = await readdir(workshop.folder, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  return Object.fromEntries(texts.map((text, index) => [paths[index], text]));
}

describe("an output that is an input is refused, and nothing is lost", () => {
  const run = ["run", "outcomes.env.ts", "--k", "2"];
  const gate = ["--max-drop", "0.1", "--baseline"];
  it.each<[string, () => readonly string[], string]>([
    ["the result file of an export", () => ["export", result, result], "the result file"],
    ["by a hard link", () => ["show", result, "--report", workshop.path("hard.json")], "result"],
    [
      "by a folder that is a link",
      () => ["export", result, workshop.path("folder/a.rollouts.jsonl")],
      "the result file",
    ],
    ["a baseline", () => [...run, ...gate, result, "--export", result], "--baseline"],
    ["what --failing names", () => [...run, "--failing", result, "--export", result], "--failing"],
    ["what --errors names", () => [...run, "--errors", result, "--export", result], "--errors"],
    ["what --resume names", () => [...run, "--resume", result, "--export", result], "--resume"],
    ["the environment file", () => ["run", environment, "--export", environment], "environment"],
    ["the environment file, as --out", () => ["run", environment, "--out", environment], "envir"],
    [
      // Modules are found by names alone, so this is no file of the folder above the one of the link.
      "the environment file by a link and `..`",
      () => ["run", `${workshop.path("deep")}/../own.ts`, "--export", environment],
      "the environment file",
    ],
    [
      "a provider's file",
      () => [...run, "--model", `${environment}:x`, "--export", environment],
      "--model",
    ],
    [
      "a provider's file without its extension",
      () => [...run, "--model", `${workshop.path("prov")}:x`, "--export", workshop.path("prov.ts")],
      "--model",
    ],
    [
      "the environment file of a watch",
      () => ["run", environment, "--watch", "--export", environment],
      "the environment file",
    ],
    ["an input of merge", () => ["merge", result, "--out", result], "the input"],
    ["what salvage reads", () => ["salvage", result, result], "the damaged file"],
    [
      "the environment of rescore",
      () => ["rescore", result, environment, "--out", environment],
      "the environment file",
    ],
  ])("%s", async (_what, args, name) => {
    expect(await isRefused(args())).toMatch(new RegExp(`is the same file as .*${name}`));
  });
});

describe("one file for two outputs is refused", () => {
  it.each<[string, readonly string[]]>([
    ["two reports", ["--report", "x.json", "--report", "./x.json"]],
    [
      "two reports in a folder and a link to it",
      ["--report", "x.json", "--report", "folder/x.json"],
    ],
    ["a report and the result", ["--report", "x.json", "--out", "x.json"]],
    ["a report and a manifest", ["--export", "x", "--report", "x.meta.json"]],
    [
      "two names by the folder above a link",
      ["--out", "deep/../x.json", "--report", "real/x.json"],
    ],
    ["a link to a file that is not there yet", ["--out", "x.link", "--report", "real/x.json"]],
  ])("%s", async (_what, options) => {
    // Not joined, which would leave out the folder before a `..`.
    const args = options.map((word) => `${workshop.folder}/${word}`);
    const words = args.map((word, index) =>
      options[index]?.startsWith("--") ? options[index] : word,
    );
    expect(await isRefused(["run", "outcomes.env.ts", ...words])).toContain("is the same file as");
  });
});

describe("an output is never written over a result file that nothing else names", () => {
  it.each([["--export"], ["--report"]])("%s", async (option) => {
    const kept = await workshop.write("kept.json", '{"type":"header","format":1}\n');
    expect(await isRefused(["run", "outcomes.env.ts", option, kept])).toContain(
      `${JSON.stringify(kept)} is a result file, which would be lost.`,
    );
  });
});

describe("an export is not written to what is no name of a training file", () => {
  const ends = "ts tsx mts cts js jsx mjs cjs yaml yml toml md html HTML".split(" ");
  it.each(ends)("%s", async (end) => {
    const path = workshop.path(`slip.${end}`);
    const refused = `${path} is not the name of a training file`;
    expect(await isRefused(["run", "outcomes.env.ts", "--export", path])).toContain(refused);
    if (end === "ts") expect(await isRefused(["export", result, path])).toContain(refused);
  });
});

describe.runIf(process.platform === "linux")("where no folder can be made, a command ends", () => {
  it.each<[string, readonly string[]]>([
    ["--out", ["run", "outcomes.env.ts", "--out", "/proc/x/a.rollouts.jsonl"]],
    ["--export", ["run", "outcomes.env.ts", "--export", "/proc/x/y/a.jsonl"]],
    ["--report", ["run", "outcomes.env.ts", "--report", "/proc/x/a.json"]],
    ["the environment file", ["init", "/proc/x/env.ts"]],
  ])("%s", async (option, args) => {
    expect(await isRefused(args)).toMatch(
      new RegExp(`^rollouts: ${option} /proc/x/.*: no folder can be made in /proc: `),
    );
  });

  it.each([
    ["--out", "/proc/a.rollouts.jsonl"],
    ["--export", "/proc/a.jsonl"],
    ["--report", "/proc/a.json"],
  ])("also where the folder is there and takes no file: %s", async (option, path) => {
    expect(await isRefused(["run", "outcomes.env.ts", option, path])).toMatch(
      new RegExp(`^rollouts: ${option} ${path}.*: no file can be made in /proc: `),
    );
  });

  it("also where a link leads to itself", async () => {
    const path = workshop.path("loop.jsonl");
    await symlink("loop.jsonl", path);
    expect(await isRefused(["run", "outcomes.env.ts", "--export", path])).toContain(
      `--export ${path} is a link that leads to itself`,
    );
  });

  it.each(["--out", "--export", "--report"])(
    "also where a link leads to a file that a process has open: %s",
    async (option) => {
      const output = await open(await workshop.write("output", "printed"));
      const path = workshop.path(`open${option}.json`);
      await symlink(`/proc/${process.pid}/fd/${output.fd}`, path);
      expect(await isRefused(["run", "outcomes.env.ts", option, path])).toContain(
        `${option}: ${JSON.stringify(path)} leads into /proc or /dev`,
      );
      await output.close();
    },
  );

  it("also where a file is in the way", async () => {
    const args = ["run", "outcomes.env.ts", "--out", `${environment}/b/a.rollouts.jsonl`];
    expect(await isRefused(args)).toContain(`no folder can be made in ${environment}: `);
  });
});

it("folders are made as before, and nothing else is left in the one above", async () => {
  const out = workshop.path("new/er/a.rollouts.jsonl");
  expect(
    await rollouts(["run", "outcomes.env.ts", "--k", "2", "--out", out], { plan }),
  ).toMatchObject({
    code: 0,
  });
  const names = await readdir(workshop.folder);
  expect(names.filter((name) => name.startsWith(".rollouts-"))).toEqual([]);
  expect(await readdir(workshop.path("new/er"))).toEqual(["a.rollouts.jsonl"]);
});
