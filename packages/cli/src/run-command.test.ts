import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const bin = join(import.meta.dirname, "../dist/bin.js");
const fixtures = join(import.meta.dirname, "__fixtures__");

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Surroundings {
  /** Sees all of standard error so far, each time that it grows. */
  readonly onStderr?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
  /** False to close standard output unread. */
  readonly reads?: boolean;
  /** File descriptor to use as standard output. */
  readonly stdout?: number;
}

/** Runs the built command in the folder of the fixtures. */
async function rollouts(
  args: readonly string[],
  { onStderr, reads = true, stdout: target }: Surroundings = {},
): Promise<Ended> {
  // Without what package managers put there, which would make every package of the workspace visible.
  const env = { ...process.env, NODE_PATH: "" };
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: fixtures,
    env,
    stdio: ["ignore", target ?? "pipe", "pipe"],
  });
  const closed = once(child, "close");
  let stdout = "";
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text) => {
    stderr += text;
    onStderr?.(stderr, (signal) => child.kill(signal));
  });
  if (!reads) child.stdout?.destroy();
  child.stdout?.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  const [code] = await closed;
  return { code, stdout, stderr };
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rollouts-cli-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileWith(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

describe("rollouts run", { timeout: 60_000 }, () => {
  it("prints the grid, the pass rates and the learning zone, and exits 0", async () => {
    const ended = await rollouts(["run", "half.env.ts", "--k", "4", "--concurrency", "2"]);
    expect(ended.stderr).toBe("half: 8 of 8 attempts done, 6 passed, 2 failed, 0 unscored\n");
    expect(ended.stdout.replace(/\d+s\n/, "Ns\n")).toBe(
      [
        "half                 k=4 · 8 attempts · Ns",
        "  always   ████   4/4   1.00",
        "  half     █░█░   2/4   0.50   learning zone",
        "",
        "pass rate: 0.75 (8 of 8 planned attempts scored)",
        "learning zone: 1 of 2 tasks",
        "",
      ].join("\n"),
    );
    expect(ended.code).toBe(0);
  });

  it("prints nothing but the summary to standard output with --json", async () => {
    const ended = await rollouts(["run", "half.env.ts", "--k", "2", "--seed", "7", "--json"]);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      env: "half",
      k: 2,
      passRate: 0.75,
      tasks: [
        { id: "always", learningZone: false },
        { id: "half", learningZone: true },
      ],
      warnings: [],
      export: null,
    });
    expect(ended.code).toBe(0);
  });

  it("exports the learning zone with --export, making the folder", async () => {
    const path = join(folder, "new", "zone.jsonl");
    const ended = await rollouts(["run", "half.env.ts", "--k", "4", "--export", path]);
    expect(ended.stdout).toContain(`training rows written: 2\n  ${path}\n  ${path}.meta.json\n`);
    const row = '{"messages":[{"role":"user","content":"b"},{"role":"assistant","content":"0"}]}\n';
    expect(await readFile(path, "utf8")).toBe(row + row);
    expect(await readdir(join(folder, "new"))).toEqual(["zone.jsonl", "zone.jsonl.meta.json"]);
    expect(ended.code).toBe(0);
  });

  it("says that an empty learning zone writes no file", async () => {
    const path = join(folder, "none.jsonl");
    const ended = await rollouts(["run", "half.env.ts", "--k", "1", "--export", path]);
    expect(ended.stdout).toContain("training rows written: 0 (");
    expect(await readdir(folder)).not.toContain("none.jsonl");
    expect(ended.code).toBe(0);
  });

  it("prints all of what no pipe holds at once", async () => {
    const ended = await rollouts(["run", "many.env.ts", "--k", "1", "--json"]);
    expect(ended.stdout.length).toBeGreaterThan(2 ** 20);
    expect(JSON.parse(ended.stdout).tasks).toHaveLength(1000);
    expect(ended.code).toBe(0);
  });

  it.each([[["--json"]], [[]]])("ends in silence when its reader has gone: %j", async (options) => {
    const args = ["run", "many.env.ts", "--k", "1", "--reporter", "none", ...options];
    const ended = await rollouts(args, { reads: false });
    expect(ended).toMatchObject({ stderr: "", code: 0 });
  });

  it("exits 5 when standard output cannot be written to", async () => {
    const readOnly = await open(await fileWith("read-only", ""), "r");
    const args = ["run", "half.env.ts", "--k", "1", "--reporter", "none"];
    const ended = await rollouts(args, { stdout: readOnly.fd });
    await readOnly.close();
    expect(ended.stderr).toMatch(/^rollouts: Cannot write to standard output: EBADF.*\.\n$/);
    expect(ended.code).toBe(5);
  });

  it("with --json, sends what the user's code prints to standard error", async () => {
    const args = ["run", "prints.env.ts", "--k", "1", "--json", "--reporter", "none"];
    const ended = await rollouts(args);
    expect(JSON.parse(ended.stdout)).toMatchObject({ env: "prints", passRate: 1 });
    expect(ended.stderr).toBe(
      "printed while loading\nprinted by the agent\nprinted by the scorer\n",
    );
    expect(ended.code).toBe(0);
  });

  it.each(["exits.env.ts", "exits-at-once.ts", "never-loads.ts"])(
    "exits 5 when the process ends before the run: %s",
    async (name) => {
      await fileWith("exits-at-once.ts", "process.exit(0);");
      await fileWith("never-loads.ts", "await new Promise(() => {});");
      const path = name === "exits.env.ts" ? name : join(folder, name);
      const ended = await rollouts(["run", path, "--k", "1"]);
      expect(ended.stderr).toContain("rollouts: the process ended before the command did");
      expect(ended).toMatchObject({ stdout: "", code: 5 });
    },
  );

  it("tells how to go on when the agent ends the process", async () => {
    const path = join(folder, "exits.rollouts.jsonl");
    const ended = await rollouts(["run", "exits.env.ts", "--k", "1", "--out", path]);
    expect(ended.stderr).toContain(
      `for what never comes.\nTo go on: npx rollouts run exits.env.ts --resume ${path} --k 1\n`,
    );
    expect(ended.code).toBe(5);
  });

  it("takes an environment that CommonJS assigns to module.exports", async () => {
    const ended = await rollouts(["run", "module-exports.env.cts", "--k", "1"]);
    expect(ended.stdout).toContain("1/1   1.00");
    expect(ended.code).toBe(0);
  });

  it("exits 3 when nothing was scored, and shows foreign text without its escapes", async () => {
    const ended = await rollouts(["run", "broken-agent.env.ts", "--k", "2"]);
    expect(ended.stdout).toContain("first error: RangeError: \\u001b[31mno\\nluck\n");
    expect(ended.stdout).toContain("pass rate: none (0 of 2 planned attempts scored)");
    expect(ended.code).toBe(3);
  });

  it("exits 4 when an error storm ends the run", async () => {
    const ended = await rollouts(["run", "broken-agent.env.ts", "--k", "9", "--json"]);
    expect(JSON.parse(ended.stdout)).toMatchObject({ stoppedEarly: "error-storm", passRate: null });
    expect(ended.code).toBe(4);
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "exits 130 on %s with what has finished",
    async (signal) => {
      let isSent = false;
      const ended = await rollouts(["run", "waiting.env.ts", "--k", "9", "--json"], {
        onStderr(text, kill) {
          if (isSent || !text.includes("ready")) return;
          isSent = true;
          kill(signal);
        },
      });
      const summary = JSON.parse(ended.stdout);
      expect(summary).toMatchObject({ stoppedEarly: "aborted", scoredCount: 1, passRate: 1 });
      expect(ended.code).toBe(130);
    },
  );

  it.each(["SIGINT", "SIGTERM"] as const)("exits 130 on %s while it loads", async (signal) => {
    const text =
      "console.error('loading'); setInterval(() => {}, 1000); await new Promise(() => {});";
    const path = await fileWith("loads-long.ts", text);
    const ended = await rollouts(["run", path], {
      onStderr: (text, kill) => text === "loading\n" && kill(signal),
    });
    expect(ended).toMatchObject({ code: 130, stdout: "" });
  });

  it("ends by itself when an agent leaves timers and rejected promises behind", async () => {
    const ended = await rollouts(["run", "let-go.env.ts", "--k", "2"]);
    expect(ended.stdout).toContain("██   2/2   1.00");
    expect(ended.stderr).toContain("warning: unhandled rejection: let go");
    expect(ended.stderr).toContain("warning: uncaught exception: thrown late");
    expect(ended.code).toBe(0);
  });
});

it("ends within two seconds of its answer, whatever an agent leaves open", {
  timeout: 60_000,
}, async () => {
  let answeredAt = 0;
  const ended = await rollouts(["run", "holds-on.env.ts", "--k", "1"], {
    onStderr() {
      // Progress tells of the last attempt right before the answer.
      answeredAt = performance.now();
    },
  });
  expect(performance.now() - answeredAt).toBeLessThan(2000);
  expect(ended).toMatchObject({ code: 0 });
});

it("takes an environment file from a path with spaces and signs that URLs escape", {
  timeout: 60_000,
}, async () => {
  const core = JSON.stringify(join(import.meta.dirname, "../../core/dist/index.js"));
  await mkdir(join(folder, "my folder #1"));
  const path = await fileWith(
    "my folder #1/50 % env.ts",
    `import { defineEnvironment, functionAgent } from ${core};
     const answer: string = "a";
     export default defineEnvironment({
       name: "spaced",
       agent: functionAgent({ run: () => answer }),
       tasks: [{ input: "a" }],
       scorer: () => true,
     });`,
  );
  const ended = await rollouts(["run", path, "--k", "1"]);
  expect(ended.stdout).toContain("1/1   1.00");
  expect(ended.code).toBe(0);
});

describe("--model", { timeout: 60_000 }, () => {
  it("takes a provider from a file", async () => {
    const file = "asks-a-model.env.ts";
    const ended = await rollouts(["run", file, "--k", "1", "--model", "./provider.ts:right"]);
    expect(ended.stdout).toContain("1/1   1.00");
    expect(ended.code).toBe(0);
  });

  it("asks the environment file first", async () => {
    const file = "brings-a-model.env.ts";
    const ended = await rollouts(["run", file, "--k", "1", "--model", "the right"]);
    expect(ended.stdout).toContain("1/1   1.00");
    expect(ended.code).toBe(0);
  });

  it.each([
    ["gpt-5.5", "write <provider>:<id>, such as openai:gpt-5.5"],
    ["openai:gpt-5.5", "Install it: npm install @rollouts/provider-openai openai"],
    [
      "not-there:x",
      "A provider is openai, a package of your project that exports model(id), or a file: ./mine.ts:<id>",
    ],
    ["constructor:x", "A provider is openai, a package"],
    ["openia:gpt-5.5", "Did you mean openai:gpt-5.5?"],
    ["OpenAI:gpt-5.5:v2", "Did you mean openai:gpt-5.5:v2?"],
    ["./half.env.ts:x", "exports no function model(id)"],
  ])("exits 2 for %s, which names no provider here", async (name, message) => {
    const ended = await rollouts(["run", "asks-a-model.env.ts", "--model", name]);
    expect(ended.stderr).toContain(message);
    // Whoever mistypes must not be told to install a stranger's package.
    if (!name.startsWith("openai:")) expect(ended.stderr).not.toContain("npm install");
    expect(ended).toMatchObject({ code: 2, stdout: "" });
  });

  it("exits 2 when the agent has no model to replace", async () => {
    const ended = await rollouts(["run", "half.env.ts", "--model", "./provider.ts:right"]);
    expect(ended.stderr).toContain("this agent declares none");
    expect(ended).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("misuse exits 2 and prints nothing to standard output", { timeout: 60_000 }, () => {
  it.each([
    [["run", "half.env.ts", "--k", "0"], "It must be a whole number from 1 to 10000000."],
    [["run", "half.env.ts", "--k", "2.5"], "It must be a whole number from 1 to 10000000."],
    [["run", "half.env.ts", "--k", "3x"], "It must be a whole number from 1 to 10000000."],
    [["run", "half.env.ts", "--concurrency", "0"], "It must be a whole number >= 1."],
    [["run", "half.env.ts", "--seed", "-1"], "It must be a whole number >= 0."],
    [["run", "half.env.ts", "--concurency", "2"], "unknown option '--concurency'"],
    [["run"], "missing required argument 'file'"],
    [["walk"], "unknown command 'walk'"],
    [["half.env.ts"], "Try: npx rollouts run <file>"],
    [["run", "half.env.ts", "--export", "."], "--export . is a folder; name a file."],
    [
      ["run", "half.env.ts", "--export", "/dev/tty"],
      '--export: "/dev/tty" is not a regular file; name a file.',
    ],
    [["run", "half.env.ts", "--export", ""], "--export needs the name of a file."],
    [["run", "nowhere.ts"], "There is no environment file nowhere.ts."],
    [["run", "."], "There is no environment file ."],
    [["run", "provider.ts"], "exports no environment. Add: export default"],
  ])("%j", async (args, message) => {
    const ended = await rollouts(args);
    expect(ended.stderr).toContain(message);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
  });

  it("prints nothing that was typed as a command to a CI log", async () => {
    for (const args of [["run", "half.env.ts", "--task\n::error::q"], ["\r\n ::error::q"]]) {
      const ended = await rollouts(args);
      expect(ended.stderr).toMatch(/\\u003a:error::q'/);
      expect(ended.stderr).not.toMatch(/^\s*::|\r/m);
      expect(ended).toMatchObject({ code: 2, stdout: "" });
    }
  });

  it.each([
    ["syntax.ts", "export default {", "syntax.ts does not load: "],
    ["throws.ts", "throw new Error('at import');", "throws.ts does not load: at import"],
    ["imports.ts", "import './nothing.ts'; export default 1;", "imports.ts does not load: "],
  ])("an environment file that does not load: %s", async (name, text, message) => {
    const path = await fileWith(name, text);
    const ended = await rollouts(["run", path]);
    expect(ended.stderr).toContain(message);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
  });
});

it("exits 5 when the export cannot be written, and prints the result all the same", {
  timeout: 60_000,
}, async () => {
  const ended = await rollouts([
    "run",
    "half.env.ts",
    "--k",
    "4",
    "--reporter",
    "none",
    "--export",
    join(folder, `${"x".repeat(249)}.jsonl`),
  ]);
  expect(ended.stderr).toMatch(/^rollouts: Cannot export to .*\n$/);
  expect(ended.stdout).toContain("pass rate: 0.75 (8 of 8 planned attempts scored)");
  expect(ended.code).toBe(5);
});

it("says with --json why nothing was scored", { timeout: 60_000 }, async () => {
  const ended = await rollouts(["run", "broken-agent.env.ts", "--k", "1", "--json"]);
  expect(JSON.parse(ended.stdout).errors).toEqual({ t1: ["RangeError: \u001b[31mno\nluck"] });
  expect(ended.code).toBe(3);
});

it("prints its version and exits 0", { timeout: 60_000 }, async () => {
  const { version } = JSON.parse(
    await readFile(join(import.meta.dirname, "../package.json"), "utf8"),
  );
  expect(await rollouts(["--version"])).toMatchObject({ code: 0, stdout: `${version}\n` });
});

it("prints its help and exits 0", { timeout: 60_000 }, async () => {
  const ended = await rollouts(["run", "--help"]);
  expect(ended.stdout).toContain("--concurrency <count>");
  expect(ended.code).toBe(0);
});
