import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { rollouts } from "../workshop.test-helper.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const bin = join(import.meta.dirname, "../../dist/bin.js");
const fixtures = join(import.meta.dirname, "../__fixtures__");
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rollouts-cli-"));
});
afterAll(() => rm(folder, { recursive: true }));

const talks = ["run", "talks.env.ts", "--k", "2", "--concurrency", "1"];

interface Terminal {
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Where standard output goes; the terminal shows the rest. */
  readonly outPath?: string;
}

/** Runs the built command in a pseudo-terminal, and gives what it showed. */
async function inTerminal(
  args: readonly string[],
  { columns = 80, env = {}, outPath }: Terminal = {},
): Promise<string> {
  const redirection = outPath === undefined ? "" : ' > "$OUT"';
  const command = `stty cols ${columns} rows 24 && exec "$NODE" "$BIN" ${args.join(" ")}${redirection}`;
  const { stdout } = await promisify(execFile)(
    "script",
    ["--quiet", "--return", "--command", command, "/dev/null"],
    {
      cwd: fixtures,
      env: {
        ...process.env,
        NODE_PATH: "",
        NODE: process.execPath,
        BIN: bin,
        OUT: outPath,
        TERM: "xterm-256color",
        CI: undefined, // whose logs Node takes for colourless
        NO_COLOR: undefined,
        FORCE_COLOR: undefined,
        GITHUB_ACTIONS: undefined,
        ...env,
      },
    },
  );
  return stdout.replaceAll("\r\n", "\n");
}

const grid = "talks                 k=2 · 2 attempts · ";
const green = "\u001b[32m";

describe("on a terminal", () => {
  it("G6 draws the live grid, and the answer after it; what is printed meanwhile stands above, inert", async () => {
    const shown = await inTerminal(talks);
    expect(shown).toMatch(/talks .*\d of 2 /s);
    for (const text of ["out 0\n", "out 1\n", "err 0\\u001b[31m\n", "err 1\\u001b[31m\n"]) {
      expect(shown).toContain(text);
    }
    expect(shown.lastIndexOf(grid)).toBeGreaterThan(shown.indexOf("out 1"));
    expect(shown).not.toContain("attempts done");
  });

  it("under NO_COLOR without colours, else with them", async () => {
    // So that one is seen to have passed before the end.
    const args = ["run", "talks.env.ts", "--k", "3", "--concurrency", "1"];
    expect(await inTerminal(args)).toContain(green);
    const plain = await inTerminal(args, { env: { NO_COLOR: "1" } });
    expect(plain).not.toContain(green);
    expect(plain).toContain("1/3 attempts");
  });

  it("keeps to the width of a narrow one", async () => {
    const shown = await inTerminal(talks, { columns: 20 });
    const frames = stripVTControlCharacters(shown.slice(0, shown.indexOf(grid)));
    const drawn = frames.split("\n").filter((line) => line.includes("/2"));
    expect(drawn.length).toBeGreaterThan(0);
    for (const line of drawn) expect(line.trim().length).toBeLessThanOrEqual(20);
    const help = await inTerminal(["run", "--help"], { columns: 60 });
    const [options = ""] = help.split("Examples:");
    for (const line of options.split("\n").filter((each) => each.startsWith("  --"))) {
      expect(line.length).toBeLessThanOrEqual(60);
    }
  });

  it("leaves standard output alone when that goes elsewhere", async () => {
    const outPath = join(folder, "out.json");
    const shown = await inTerminal([...talks, "--json"], { outPath });
    expect(JSON.parse(await readFile(outPath, "utf8"))).toMatchObject({ env: "talks" });
    expect(shown).toContain("out 0\n");
    const plainPath = join(folder, "out.txt");
    await inTerminal(talks, { outPath: plainPath });
    expect(await readFile(plainPath, "utf8")).toMatch(/^out 0\nout 1\ntalks /);
  });

  it("--reporter lines and none draw no grid", async () => {
    const lines = await inTerminal([...talks, "--reporter", "lines"]);
    expect(lines).toContain("talks: 2 of 2 attempts done, 2 passed, 0 failed, 0 unscored\n");
    expect(lines).toContain("err 0\u001b[31m\n");
    const none = await inTerminal([...talks, "--reporter", "none"]);
    const printed = "out 0\nerr 0\u001b[31m\nout 1\nerr 1\u001b[31m\n";
    expect(none.startsWith(`${printed}talks `)).toBe(true);
  });
});

describe("elsewhere", () => {
  it("writes lines to standard error, and the answer alone to standard output", async () => {
    const ended = await rollouts(["run", "half.env.ts", "--k", "1"]);
    expect(ended.stderr).toBe("half: 2 of 2 attempts done, 2 passed, 0 failed, 0 unscored\n");
    expect(ended.stdout).toMatch(/^half /);
  });

  it("counts what a run that goes on keeps from before", async () => {
    const path = join(folder, "kept.rollouts.jsonl");
    await rollouts(["run", "half.env.ts", "--k", "1", "--out", path]);
    const { stderr } = await rollouts(["run", "half.env.ts", "--k", "3", "--resume", path]);
    expect(stderr).toContain(
      "half: 6 of 6 attempts done, 2 kept from before, 3 passed, 1 failed, 0 unscored\n",
    );
  });

  it("--reporter grid draws nothing, and says nothing", async () => {
    const ended = await rollouts(["run", "half.env.ts", "--k", "1", "--reporter", "grid"]);
    expect(ended).toMatchObject({ code: 0, stderr: "" });
  });
});
