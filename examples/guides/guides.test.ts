import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { preferenceProfiles } from "@rollouts/export-preference";
import { profiles } from "@rollouts/export-sft";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** The last lines that each program prints; those that only define something print nothing. */
const endings: Readonly<Record<string, RegExp>> = {
  "acme-agent.ts": /^$/,
  "acme.ts": /^$/,
  "agent.ts": /^shipped 1$/,
  "compare.ts": /^0\.09375,0\.09375,0\.625$/m,
  "core.ts": /^envfp1:[0-9a-f]{64}$/,
  "environment.ts": /^$/,
  "export-preference.ts": /^1 2 1\n1 1 2\n1$/,
  "export-sft.ts": /^1 2 1\ntrue\n0$/,
  "formats.ts": /^axolotl: .+$/m,
  "limits.ts": /^80$/,
  "mcp.ts": / five {3}████ {3}4\/4 {3}1\.00$/,
  "migrating.ts": / france {3}░███ {3}3\/4 {3}0\.75 {3}learning zone$/,
  "preference-formats.ts": /^openai-prompts\.jsonl: .+$/m,
  "quick-start.ts":
    / long {4}░██░█░░░ {3}3\/8 {3}0\.38 {3}learning zone\ntraining rows written: 1$/,
  "report.ts": /minCoverage: passed: .+$/,
  "result-file.ts": / six-times-seven {3}█░█░ {3}2\/4 {3}0\.50 {3}learning zone$/,
  "resuming.ts": / six-times-seven {3}(█░){8} {3}8\/16 {3}0\.50 {3}learning zone$/,
  "runner.ts": / {2}large {3}[█░]{8} /,
  "scorer-kinds.ts": /^0.5 1 0 0\n1\njudge\ntoolCalls\ncloseness$/,
  "scorers.ts": / {2}leap {3}[█░]{8} /,
  "scripted.ts": /^done\n/,
  "testing.ts": / {2}long +[█░]{8} /,
  "workspace.ts": / note {3}████ {3}4\/4 {3}1\.00$/,
};

const programs = join(import.meta.dirname, "programs");
const here = process.cwd();
let folder = "";
let lines: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "guides-"));
  process.chdir(folder); // what a program writes, it writes below the current folder
  lines = [];
  vi.spyOn(console, "log").mockImplementation((...values) => void lines.push(values.join(" ")));
  vi.spyOn(process.stderr, "write").mockReturnValue(true); // where progress is told
});
afterEach(async () => {
  vi.restoreAllMocks();
  process.exitCode = undefined; // a gate may have set it
  process.chdir(here);
  await rm(folder, { recursive: true });
});

it.each(await readdir(programs))("%s prints what the pages say", async (program) => {
  await import(join(programs, program));
  expect(lines.join("\n")).toMatch(endings[program] ?? /no ending is known of it/);
});

it("the rows on the page of the formats are those that are written", async () => {
  vi.resetModules();
  await import(join(programs, "formats.ts"));
  await import(join(programs, "preference-formats.ts"));
  const page = await readFile(join(import.meta.dirname, "../../docs/formats.md"), "utf8");
  for (const line of lines) expect(page).toContain(`\n${line.slice(line.indexOf("{"))}\n`);
});

it("the page of the formats has every profile with its date", async () => {
  const page = await readFile(join(import.meta.dirname, "../../docs/formats.md"), "utf8");
  for (const { name, verifiedOn } of [profiles, preferenceProfiles].flatMap(Object.values)) {
    expect(page).toMatch(new RegExp(`^\\| \`${name}\` .*${verifiedOn}`, "m"));
  }
});
