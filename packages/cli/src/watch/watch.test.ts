import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { mkdir, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { outputsOf } from "../commands/watch-command.ts";
import { openWorkshop, rollouts } from "../workshop.test-helper.ts";
import { isRelevant } from "./is-relevant.ts";
import { nextChange } from "./next-change.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const bin = join(import.meta.dirname, "../../dist/bin.js");
let workshop: Awaited<ReturnType<typeof openWorkshop>>;
beforeAll(async () => {
  workshop = await openWorkshop();
  await mkdir(workshop.path("node_modules/@rollouts"), { recursive: true });
  const core = join(import.meta.dirname, "../../../core");
  await symlink(core, workshop.path("node_modules/@rollouts/core"));
});
afterAll(() => workshop.close());

const environment = (answer: string) => `
  import { defineEnvironment, functionAgent } from "@rollouts/core";
  import { right } from "./lib/right.ts";
  export default defineEnvironment({
    name: "watched",
    agent: functionAgent({ run: () => "${answer}" }),
    tasks: [{ input: "a" }],
    scorer: ({ output }) => output === right,
  });`;

/** A command that goes on, whose output can be waited for. */
function start(args: readonly string[]) {
  const child: ChildProcess = spawn(process.execPath, [bin, ...args], {
    cwd: workshop.folder,
    env: { ...process.env, NODE_PATH: "", GITHUB_ACTIONS: undefined },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  let look = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (piece) => {
      text += piece;
      look();
    });
  }
  return {
    child,
    /** Settles when all that was printed since the last wait holds every part. */
    async until(...parts: readonly string[]): Promise<void> {
      await new Promise<void>((resolve) => {
        look = () => parts.every((part) => text.includes(part)) && resolve();
        look();
      });
      text = "";
    },
  };
}

describe("rollouts run --watch", () => {
  it("runs again when a module changes, survives a broken save, and ends at SIGTERM with 130", async () => {
    const file = await workshop.write("my env.ts", environment("no"));
    await mkdir(workshop.path("lib"));
    await writeFile(workshop.path("lib/right.ts"), `export const right = "yes";`);
    const report = workshop.path("report.json");
    const args = ["run", "my env.ts", "--k", "1", "--watch", "--report", report];
    const { child, until } = start([...args, "--min-pass-rate", "1"]);
    await until("pass rate: 0.00", "Exit code 1. Waiting for a change in ");

    await writeFile(file, environment("yes"));
    await until("Changed: my env.ts\n", "pass rate: 1.00", "Exit code 0.");

    await writeFile(file, "export default {");
    await until("my env.ts does not load: ", "Exit code 2.");

    // As editors do.
    await writeFile(workshop.path("draft"), environment("no"));
    await rename(workshop.path("draft"), file);
    await until("pass rate: 0.00", "Exit code 1.");

    await writeFile(workshop.path("lib/right.ts"), `export const right = "no";`);
    await until("Changed: lib/right.ts\n", "pass rate: 1.00", "Exit code 0.");

    child.kill("SIGTERM");
    const [code] = await once(child, "close");
    expect(code).toBe(130);
  });

  it.each([
    [["--watch", "--out", "x.rollouts.jsonl"], "Use --resume."],
    [["--watch"], "There is no environment file nowhere.ts."],
  ])("%j exits 2", async (args, message) => {
    const ended = await rollouts(["run", "nowhere.ts", ...args]);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain(message);
  });
});

it.each([
  ["/p/env.ts", true, true],
  ["/p/lib/tool.mjs", true, true],
  ["/p/tasks.jsonl", false, true],
  ["/p/tasks.jsonl", true, false],
  ["/p/prompt.md", false, true],
  ["/p/report.json", false, false],
  ["/p/runs/a.rollouts.jsonl", false, false],
  ["/p/train.jsonl.meta.json", false, false],
  ["/p/runs/a.rollouts.jsonl.lock", false, false],
  ["/p/zone.jsonl", false, false],
  ["/p/zone-00002-of-00003.jsonl", false, false],
  ["/p/zone-00002-of-00003.jsonl.meta.json", false, false],
  ["/p/zone-2.jsonl", false, true],
  ["/p/tasks-00002-of-00003.jsonl", false, true],
  ["/p/results.jsonl", false, false],
  ["/p/node_modules/x/index.js", false, false],
  ["/p/image.png", false, false],
])("a change of %s, running: %j, starts a run: %j", (path, isRunning, expected) => {
  const options = {
    report: ["/p/report.json"],
    export: "/p/zone.jsonl",
    resume: "/p/results.jsonl",
  };
  expect(isRelevant({ path, isRunning }, outputsOf(options))).toBe(expected);
});

it("waits for a change that calls for a run, past all others", async () => {
  const root = workshop.path("waits");
  await mkdir(join(root, "lib"), { recursive: true });
  const outputs = new Set([join(root, "report.json")]);
  const change = await nextChange(root, { outputs, quietMs: 0 });
  const watcher = watch(root);
  for (const name of ["report.json", "a.rollouts.jsonl", "data.json"]) {
    const isTold = once(watcher, "change");
    await writeFile(join(root, name), "{}");
    await isTold;
    await setImmediate(); // so that a timer of no length is over
    await setImmediate();
  }
  await writeFile(join(root, "lib/tool.ts"), "");
  expect(await change.seen).toBe(join(root, "lib/tool.ts"));
  watcher.close();
  change.close();
});
