import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import xterm from "@xterm/headless";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

const folder = await mkdtemp(join(tmpdir(), "rollouts-report-"));
vi.setConfig({ testTimeout: 60_000 });

/** Bundles the grid, so that plain Node can run programs that use it. */
beforeAll(async () => {
  const entry = join(folder, "grid.mjs");
  const source = fileURLToPath(new URL("./live-grid.ts", import.meta.url));
  await writeFile(entry, `export { liveGrid } from ${JSON.stringify(source)};`);
  const core = fileURLToPath(new URL("../../../core/src/index.ts", import.meta.url));
  await build({
    configFile: false,
    logLevel: "error",
    root: folder,
    resolve: { alias: { "@rollouts/core": core } },
    ssr: { noExternal: true },
    build: { ssr: entry, outDir: join(folder, "dist") },
  });
}, 60_000);

afterAll(() => rm(folder, { recursive: true }));

/** What the programs share: `look` and `resize` tell the emulator below, in the order of the output. */
const helpers = `
  import { execFileSync } from "node:child_process";
  import { once } from "node:events";
  import { liveGrid } from "./dist/grid.mjs";
  const { stderr } = process;
  const keepAlive = setInterval(() => {}, 1000); // the grid itself keeps no process alive
  const write = stderr.write.bind(stderr);
  const tell = (word) => write("\\u001b]9;" + word + "\\u0007");
  const look = () => tell("look");
  async function resize(columns, rows) {
    execFileSync("stty", ["cols", columns, "rows", rows], { stdio: "inherit" });
    tell(columns + "x" + rows);
    await once(stderr, "resize");
    await frame();
  }
  /** Settles when the next frame is drawn. */
  const frame = () => new Promise((resolve) => {
    stderr.write = (text) => {
      stderr.write = write;
      resolve();
      return write(text);
    };
  });
  const grid = liveGrid(stderr);
  const end = (taskId, attemptIndex, passed) => grid.onEvent({ type: "attempt-end", attempt: {
    taskId, attemptIndex, score: { value: passed ? 1 : 0, passed }, unscored: null, errorType: null } });
  const startRun = (tasks) => grid.onEvent({ type: "run-start", header: { env: "example", k: 2 }, plannedCount: tasks * 2 });
`;

interface Shown {
  /** What each `look` saw: the visible lines, without those below the last that is not empty. */
  readonly looks: readonly (readonly string[])[];
  /** All lines at the end, those that have scrolled away first. */
  readonly all: readonly string[];
  readonly bytes: string;
}

/** Runs a program in a pseudo-terminal of 80 columns and 24 rows, and shows it to an emulator. */
async function runInTerminal(program: string, env: object = {}): Promise<Shown> {
  const file = join(folder, `program-${programCount++}.mjs`);
  await writeFile(file, `${helpers}\n${program}\nclearInterval(keepAlive);`);
  const command = `stty cols 80 rows 24 && exec "$NODE" "$PROGRAM"`;
  const { stdout: bytes } = await promisify(execFile)(
    "script",
    ["--quiet", "--return", "--command", command, "/dev/null"],
    {
      env: {
        ...process.env,
        TERM: "xterm-256color",
        NODE: process.execPath,
        PROGRAM: file,
        ...env,
      },
      timeout: 50_000,
    },
  );
  const terminal = new xterm.Terminal({ cols: 80, rows: 24, allowProposedApi: true });
  const looks: string[][] = [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the signal of the programs above.
  for (const [index, part] of bytes.split(/\u001b\]9;(\w+)\u0007/).entries()) {
    const size = /^(\d+)x(\d+)$/.exec(part);
    if (index % 2 === 0) await new Promise<void>((resolve) => terminal.write(part, resolve));
    else if (size !== null) terminal.resize(Number(size[1]), Number(size[2]));
    else looks.push(linesOf(terminal, terminal.buffer.active.baseY));
  }
  return { looks, all: linesOf(terminal, 0), bytes };
}

let programCount = 0;

function linesOf({ buffer: { active } }: xterm.Terminal, from: number): string[] {
  const lines = Array.from({ length: active.length - from }, (_, index) =>
    (active.getLine(from + index)?.translateToString(true) ?? "").trimEnd(),
  );
  return lines.slice(0, lines.findLastIndex((line) => line !== "") + 1);
}

const headers = (lines: readonly string[] = []) =>
  lines.filter((line) => line.startsWith("example  ")).length;

describe("liveGrid in a pseudo-terminal", () => {
  it("G6 stands still while it changes, and leaves only what was printed", async () => {
    const { looks, all } = await runInTerminal(`
      console.error("before");
      startRun(3);
      for (const [task, index, passed] of [["a", 0, true], ["a", 1, false], ["b", 0, true]]) {
        end(task, index, passed);
        await frame();
        look();
      }
      grid.log("in between");
      await frame();
      look();
      grid.close();
      console.error("after");
    `);
    const hidden = (count: number) =>
      `  tasks not shown: ${count} (0 done, 0 running, ${count} not started)`;
    expect(looks[0]).toEqual([
      "before",
      "example                 k=2 · 1/6 attempts",
      "  a   █    1/1   1.00",
      hidden(2),
      "  pass rate so far: 1.00 (1 of 6 planned attempts scored)",
    ]);
    expect(looks[3]).toEqual([
      "before",
      "in between",
      "example                 k=2 · 3/6 attempts",
      "  a   █░   1/2   0.50",
      "  b   █    1/1   1.00",
      hidden(1),
      "  pass rate so far: 0.67 (3 of 6 planned attempts scored)",
    ]);
    expect(all).toEqual(["before", "in between", "after"]);
  });

  it("G6 of 5,000 tasks shows what fits, and nothing scrolls away", async () => {
    const { looks, all } = await runInTerminal(`
      startRun(5000);
      for (let task = 0; task < 1500; task += 1) {
        end("task-" + task, 0, true);
        if (task % 150 === 0) await frame();
      }
      await frame();
      look();
      grid.close();
    `);
    expect(looks[0]).toHaveLength(23);
    expect(looks[0]?.[0]).toBe("example                 k=2 · 1500/10000 attempts");
    expect(looks[0]?.slice(-3)).toEqual([
      "  task-1499   █    1/1   1.00",
      "  tasks not shown: 4980 (0 done, 0 running, 3500 not started)",
      "  pass rate so far: 1.00 (1500 of 10000 planned attempts scored)",
    ]);
    expect(all).toEqual([]);
  });

  it("G6 survives a terminal that becomes narrower, larger and lower", async () => {
    const { looks } = await runInTerminal(`
      startRun(40);
      for (let task = 0; task < 12; task += 1) end("a-task-with-a-long-name-" + task, 0, true);
      await frame();
      look();
      await resize(30, 24);
      look();
      await resize(100, 30);
      look();
      await resize(30, 8);
      look();
      grid.close();
    `);
    expect(looks.map(headers)).toEqual([1, 1, 1, 1]);
    expect(looks[1]?.[0]).toBe("example  k=2 · 12/80 attempts");
    expect(looks[1]?.every((line) => line.length < 30)).toBe(true);
    expect(looks[2]?.slice(-3)).toEqual([
      "  a-task-with-a-long-name-11   █    1/1   1.00",
      "  tasks not shown: 28 (0 done, 0 running, 28 not started)",
      "  pass rate so far: 1.00 (12 of 80 planned attempts scored)",
    ]);
    expect(looks[3]?.slice(-2)).toEqual([
      "  tasks not shown: 36 (0 don…",
      "  pass rate so far: 1.00 (12…",
    ]);
    expect(looks[3]).toHaveLength(7);
  });

  it("G6 has colours on a terminal that has them, and none with NO_COLOR", async () => {
    const program = `
      startRun(1);
      end("a", 0, true);
      await frame();
      grid.close();
    `;
    const plainEnv = {
      CI: undefined, // whose logs Node takes for colourless
      NO_COLOR: undefined,
      FORCE_COLOR: undefined,
      NODE_DISABLE_COLORS: undefined,
    };
    const green = "\u001b[32m█\u001b[39m";
    expect((await runInTerminal(program, plainEnv)).bytes).toContain(green);
    const { bytes } = await runInTerminal(program, { ...plainEnv, NO_COLOR: "1" });
    expect(bytes).toContain("█");
    expect(bytes).not.toContain("\u001b[32m");
  });
});
