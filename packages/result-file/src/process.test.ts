import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { exampleAttempt, exampleHeader } from "./__fixtures__/example.ts";
import { useFolder } from "./__fixtures__/folder.ts";
import { labelsOf, readAll } from "./__fixtures__/read.ts";
import { openResultFile } from "./open-result-file.ts";
import { readResultFile } from "./read-result-file.ts";

vi.setConfig({ testTimeout: 120_000 });

const folder = useFolder(beforeEach, afterEach);
const path = () => folder.path("a.rollouts.jsonl");
const bundleFolder = mkdtempSync(join(tmpdir(), "rollouts-result-file-"));
const sourceOf = (url: string) => fileURLToPath(new URL(url, import.meta.url));

/** Bundles the package, so that plain Node can run programs that use it. */
beforeAll(async () => {
  const entry = join(bundleFolder, "result-file.mjs");
  const exports = ["open-result-file.ts", "disk/file-system.ts", "__fixtures__/example.ts"];
  writeFileSync(
    entry,
    exports.map((name) => `export * from ${JSON.stringify(sourceOf(`./${name}`))};`).join("\n"),
  );
  await build({
    configFile: false,
    logLevel: "error",
    root: bundleFolder,
    resolve: { alias: { "@rollouts/core": sourceOf("../../core/src/index.ts") } },
    build: { ssr: entry, outDir: join(bundleFolder, "dist") },
  });
}, 60_000);

afterAll(() => rmSync(bundleFolder, { recursive: true }));

/** Starts a program in a process of its own; `options` is what it finds in `options`. */
function start(program: string, options: object): { child: ChildProcess; lines: string[] } {
  const bundle = pathToFileURL(join(bundleFolder, "dist", "result-file.mjs")).href;
  const prelude = `
    import { appendFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
    import * as package_ from ${JSON.stringify(bundle)};
    const { openResultFile, openSink, realFileSystem, exampleAttempt, headerRecord, exampleTask } = package_;
    const options = ${JSON.stringify(options)};
    const say = (text) => writeSync(1, text + "\\n");`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", prelude + program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines: string[] = [];
  let rest = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) {
      lines.push(line);
      child.emit("line", line);
    }
  });
  return { child, lines };
}

/**
 * Runs what is missing of 3 tasks x 2, two attempts at a time. Writes every call of the agent to a file,
 * says every attempt that is safe, and kills itself at one write or sync: the write is then half done.
 */
const runner = `
  let operations = 0;
  const kill = () => process.kill(process.pid, "SIGKILL");
  const fs = {
    ...realFileSystem,
    async open(...parts) {
      const file = await realFileSystem.open(...parts);
      if (!String(parts[0]).endsWith(".rollouts.jsonl")) return file;
      const { write, datasync } = file;
      file.write = async (bytes, start, length, position) => {
        const isLast = ++operations === options.killAt;
        const written = await write.call(file, bytes, start, isLast ? length >> 1 : length, position);
        if (isLast) kill();
        return written;
      };
      file.datasync = async () => {
        if (++operations === options.killAt) kill();
        return datasync.call(file);
      };
      return file;
    },
  };
  const { mode, path, callsPath } = options;
  const sink = await openSink(path, { mode, fs, now: () => new Date() });
  const tasks = ["t1", "t2", "t3"].map((id) => exampleTask(id));
  const done = new Set();
  for (const { id } of tasks) {
    for await (const attempt of sink.resumeFrom?.attempts(id) ?? []) done.add(id + "/" + attempt.attemptIndex);
  }
  await sink.append(headerRecord(tasks));
  const owed = tasks.flatMap(({ id }) => [0, 1].map((index) => [id, index]))
    .filter(([id, index]) => !done.has(id + "/" + index));
  const work = async () => {
    for (let next = owed.shift(); next !== undefined; next = owed.shift()) {
      const label = next.join("/");
      appendFileSync(callsPath, label + "\\n");
      const passed = label !== "t2/1";
      await sink.append({ type: "attempt", attempt: exampleAttempt(...next, { score: { value: passed ? 1 : 0, passed } }) });
      say(label);
    }
  };
  await Promise.all([work(), work()]);
  await sink.append({ type: "end", end: { status: "finished", stoppedEarly: null, durationMs: 1 } });
  await sink.close();
  say("complete");`;

/** One session; gives what it announced, and whether it came to its end. */
async function session(mode: string, killAt: number, kill?: (child: ChildProcess) => void) {
  const { child, lines } = start(runner, {
    mode,
    killAt,
    path: path(),
    callsPath: folder.path("calls"),
  });
  kill?.(child);
  await once(child, "close");
  return {
    isComplete: lines.at(-1) === "complete",
    announced: lines.filter((l) => l !== "complete"),
  };
}

/** Runs sessions until one comes to its end, and holds them to what they announced. */
async function runToTheEnd(next: (number: number) => ReturnType<typeof session>) {
  const announced = new Set<string>();
  for (let number = 0; number < 50; number++) {
    const calledBefore = calls().length;
    const { isComplete, announced: more } = await next(number);
    for (const label of calls().slice(calledBefore)) {
      expect(announced, `${label} ran again`).not.toContain(label);
    }
    for (const label of more) announced.add(label);
    if (announced.size > 0) {
      expect(await labelsOf(await readResultFile(path()))).toEqual(
        expect.arrayContaining([...announced]),
      );
    }
    if (isComplete) return;
  }
  expect.fail("it never came to its end");
}

function calls(): string[] {
  try {
    return readFileSync(folder.path("calls"), "utf8").split("\n").slice(0, -1);
  } catch {
    return [];
  }
}

async function attemptsInFile() {
  return (await readAll(await readResultFile(path()))).attempts;
}

const undisturbed = ["t1", "t2", "t3"].flatMap((id) =>
  [0, 1].map((index) =>
    exampleAttempt(id, index, {
      score: id === "t2" && index === 1 ? { value: 0, passed: false } : { value: 1, passed: true },
    }),
  ),
);

describe("D1: a process that is killed", () => {
  it("loses no attempt that it announced, whichever write it is killed at", async () => {
    for (let killAt = 1; ; killAt++) {
      let wasKilled = false;
      await runToTheEnd(async (number) => {
        const outcome = await session(number === 0 ? "create" : "resume", killAt + number);
        wasKilled ||= !outcome.isComplete;
        return outcome;
      });
      expect(await attemptsInFile(), `killed at ${killAt}`).toEqual(undisturbed);
      if (!wasKilled) break;
      for (const name of folder.names()) rmSync(folder.path(name));
    }
  });

  it("loses no attempt that it announced when it is killed from outside at any time", async () => {
    for (const killAfter of [0, 1, 2, 3, 4, 5]) {
      await runToTheEnd((number) =>
        session(number === 0 ? "create" : "resume", 0, (child) => {
          if (number > 0) return;
          let count = 0;
          child.on("line", () => {
            if (count++ === killAfter) child.kill("SIGKILL");
          });
        }),
      );
      expect(await attemptsInFile(), `killed after ${killAfter}`).toEqual(undisturbed);
      for (const name of folder.names()) rmSync(folder.path(name));
    }
  });
});

describe("D6: two processes on one file", () => {
  const holder = `
    const sink = await openResultFile(options.path, { mode: options.mode });
    await sink.append(headerRecord([exampleTask("t1")]));
    say("open");
    await new Promise((resolve) => process.stdin.once("data", resolve));
    await sink.close();
    process.exit();`;

  it("the second is refused and told who the first is; a dead one's lock is taken over", async () => {
    const { child } = start(holder, { path: path(), mode: "create" });
    await once(child, "line");

    await expect(openResultFile(path(), { mode: "resume" })).rejects.toMatchObject({
      code: "result_locked",
      pid: child.pid,
      message: expect.stringContaining(`by process ${child.pid} on `),
    });
    const read = await readResultFile(path());
    child.kill("SIGKILL");
    await once(child, "close");
    const sink = await openResultFile(path(), { mode: "resume" });
    await sink.close();

    expect(read.header).toEqual(exampleHeader);
    expect(sink.warnings).toEqual([
      expect.stringContaining(`Took over the lock of process ${child.pid} on `),
    ]);
  });

  it("of many that find a dead one's lock, one at a time gets the file", async () => {
    const { child } = start(holder, { path: path(), mode: "create" });
    await once(child, "line");
    child.kill("SIGKILL");
    await once(child, "close");
    const racer = `
      say("ready");
      await new Promise((resolve) => process.stdin.once("data", resolve));
      for (let round = 0; round < 20; round++) {
        let sink;
        try {
          sink = await openResultFile(options.path, { mode: "resume" });
        } catch (error) {
          if (error.code !== "result_locked") throw error;
          continue;
        }
        writeFileSync(options.path + ".inside", "", { flag: "wx" }); // fails when somebody is inside
        await sink.append(headerRecord([exampleTask("t1")]));
        rmSync(options.path + ".inside");
        say("won");
        if (round === 19) break;
        await sink.close();
      }
      process.exit();`;
    const racers = Array.from({ length: 4 }, () => start(racer, { path: path() }));
    await Promise.all(racers.map(({ child: racing }) => once(racing, "line")));
    const codes = racers.map(async ({ child: racing }) => {
      racing.stdin?.write("go\n");
      const [code] = await once(racing, "close");
      return code as number;
    });

    expect(await Promise.all(codes)).toEqual([0, 0, 0, 0]);
    const wonCount = racers.flatMap(({ lines }) => lines.filter((line) => line === "won")).length;
    expect(wonCount).toBeGreaterThan(0);
    const sessions = readFileSync(path(), "utf8").split("\n").slice(1, -1);
    expect(sessions).toHaveLength(wonCount);
  });
});
