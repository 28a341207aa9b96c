import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "vite";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

const sourceOf = (url: string) => fileURLToPath(new URL(url, import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "rollouts-runner-"));

vi.setConfig({ testTimeout: 60_000 });

/** Bundles the packages, so that plain Node can run programs that use them. */
beforeAll(async () => {
  const entry = join(folder, "rollouts.mjs");
  await writeFile(entry, 'export * from "@rollouts/core"; export * from "@rollouts/runner";');
  await build({
    configFile: false,
    logLevel: "error",
    root: folder,
    resolve: {
      alias: {
        "@rollouts/core": sourceOf("../../core/src/index.ts"),
        "@rollouts/runner": sourceOf("./index.ts"),
      },
    },
    build: { ssr: entry, outDir: join(folder, "dist") },
  });
}, 60_000);

afterAll(() => rm(folder, { recursive: true }));

/** Runs a program in a process of its own, and gives back what it wrote, as JSON. */
async function runProgram(program: string): Promise<unknown> {
  const rollouts = pathToFileURL(join(folder, "dist", "rollouts.mjs")).href;
  const imports = `import * as rollouts from ${JSON.stringify(rollouts)};
    const { defineEnvironment, functionAgent, runRollouts } = rollouts;
    const later = (ms, act) => new Promise((resolve, reject) => setTimeout(() => act(resolve, reject), ms));
    const never = () => new Promise(() => {});`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", `${imports}\n${program}`],
    { timeout: 30_000 },
  );
  return JSON.parse(stdout);
}

it("B12 case 12(b): leaves no timer, and lets the process end, though agents never settle", async () => {
  const written = await runProgram(`
    const env = defineEnvironment({
      name: "deaf",
      tasks: [{ input: "deaf" }, { input: "healthy" }],
      agent: functionAgent({ run: (input) => (input === "deaf" ? never() : "x") }),
      scorer: () => true,
      setup: async () => ({ close: async () => {} }),
      timeoutMs: 50,
    });
    const controller = new AbortController();
    const result = await runRollouts(env, { k: 3, concurrency: 3, signal: controller.signal, graceMs: 20 });
    const endedAt = performance.now();
    const timers = process.getActiveResourcesInfo().filter((name) => /Timeout|Immediate/.test(name));
    process.on("exit", () => {
      const exitedAfterMs = performance.now() - endedAt;
      const { abandonedCount } = result;
      console.log(JSON.stringify({ abandonedCount, timers, isPrompt: exitedAfterMs < 2_000 }));
    });
  `);

  expect(written).toEqual({ abandonedCount: 3, timers: [], isPrompt: true });
});

it("leaves no timer of a long time limit behind", async () => {
  const written = await runProgram(`
    const env = defineEnvironment({
      name: "quick",
      tasks: [{ input: "x" }],
      agent: async () => functionAgent({ run: () => "x" }),
      scorer: () => true,
      timeoutMs: 2 ** 31 - 1,
    });
    await runRollouts(env, { k: 100 });
    await runRollouts({ ...env, agent: () => { throw new Error("no agent"); } }).catch(() => {});
    const timers = process.getActiveResourcesInfo().filter((name) => /Timeout|Immediate/.test(name));
    console.log(JSON.stringify({ timers }));
  `);

  expect(written).toEqual({ timers: [] });
});

it("leaves no rejection unhandled, whoever rejects and however late", async () => {
  const written = await runProgram(`
    const rejections = [];
    process.on("unhandledRejection", (reason) => rejections.push(String(reason)));
    const late = (what) => later(900, (_, reject) => reject(new Error(what)));
    const plain = functionAgent({ run: () => "x" });
    const run = async (changes, options) => {
      const env = defineEnvironment({
        name: "late", tasks: [{ input: "x" }], agent: plain, scorer: () => true, timeoutMs: 400, ...changes,
      });
      const given = await runRollouts(env, { k: 2, graceMs: 10, ...options }).catch((error) => error);
      return given.taskResults?.flatMap(({ attempts }) => attempts.map(({ stopReason }) => stopReason)) ?? given.name;
    };
    const controller = new AbortController();
    const { signal } = controller;
    const abort = () => setTimeout(() => controller.abort(), 10);
    let callCount = 0;
    const runs = {
      agent: run({ agent: functionAgent({ run: () => late("agent") }) }),
      promise: run({ agent: { ...plain, run: () => Promise.reject(new Error("promise")) } }),
      factory: run({ agent: () => late("factory") }),
      "later factory": run({ agent: () => (callCount++ === 0 ? plain : late("later factory")) }),
      identity: run({ agent: { ...plain, identity: () => late("identity") } }),
      "set-up": run({ setup: () => late("set-up") }),
      close: run({ setup: async () => ({ close: () => late("close") }) }),
      "late close": run({
        setup: () => later(900, (resolve) => resolve({ close: () => late("late close") })),
      }),
      scorer: run({ scorer: () => late("scorer") }),
      metric: run({ metrics: { m: () => late("metric") } }),
      observer: run({}, { onEvent: () => late("observer") }),
      abort: run(
        { agent: functionAgent({ run: () => abort() && late("abort") }), timeoutMs: 60_000 },
        { signal },
      ),
    };
    const ends = Object.fromEntries(
      await Promise.all(Object.entries(runs).map(async ([name, end]) => [name, await end])),
    );
    await later(2_500, (resolve) => resolve());
    console.log(JSON.stringify({ rejections, ends }));
  `);

  expect(written).toEqual({
    rejections: [],
    ends: {
      agent: ["timeout", "timeout"],
      promise: ["error", "error"],
      factory: "InvalidArgumentError",
      "later factory": ["timeout", "timeout"],
      identity: ["completed", "completed"],
      "set-up": ["timeout", "timeout"],
      close: ["completed", "completed"],
      "late close": ["timeout", "timeout"],
      scorer: ["timeout", "timeout"],
      metric: ["completed", "completed"],
      observer: ["completed", "completed"],
      abort: ["cancelled", "cancelled"],
    },
  });
});
