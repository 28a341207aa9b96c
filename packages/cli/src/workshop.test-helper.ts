import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const bin = join(import.meta.dirname, "../dist/bin.js");
const fixtures = join(import.meta.dirname, "__fixtures__");

export interface Ended {
  readonly code: number | null;
  /** What ended it in place of a code. */
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  /** See `outcomes.env.ts`. */
  readonly plan?: object;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Default: the folder of the fixtures. */
  readonly cwd?: string;
  /** Blocks of 1024 bytes that the process may write to a file. */
  readonly fileBlocks?: number;
  /** Sees all of standard error so far, each time that it grows. */
  readonly onStderr?: (text: string, child: ChildProcess) => void;
  /** Called each time that standard output grows. */
  readonly onStdout?: (() => void) | undefined;
}

/** A folder of its own for each test file, and the built command. */
export async function openWorkshop() {
  const folder = await mkdtemp(join(tmpdir(), "rollouts cli-"));
  const path = (name: string) => join(folder, name);
  return {
    folder,
    path,
    rollouts,
    read: (name: string) => readFile(path(name), "utf8"),
    async write(name: string, text: string): Promise<string> {
      await writeFile(path(name), text);
      return path(name);
    },
    /** Runs outcomes into a new result file. */
    async record(name: string, outcomes: object, more: object = {}): Promise<string> {
      const k = String(Math.max(...Object.values(outcomes).map(({ length }) => length)));
      const args = ["run", "outcomes.env.ts", "--k", k, "--concurrency", "1", "--out", path(name)];
      await rollouts(args, { plan: { outcomes, ...more } });
      return path(name);
    },
    close: () => rm(folder, { recursive: true }),
  };
}

/** Runs the built command to its end. */
export async function rollouts(
  args: readonly string[],
  { plan, env = {}, cwd = fixtures, fileBlocks, onStderr, onStdout }: Surroundings = {},
): Promise<Ended> {
  const words = [process.execPath, bin, ...args];
  const limited = ["bash", "-c", `ulimit -f ${fileBlocks}; exec "$@"`, "bash", ...words];
  const [command = "", ...rest] = fileBlocks === undefined ? words : limited;
  const child = spawn(command, rest, {
    cwd,
    // Without what package managers and CI put there.
    env: {
      ...process.env,
      NODE_PATH: "",
      GITHUB_ACTIONS: undefined,
      GITHUB_STEP_SUMMARY: undefined,
      ...(plan === undefined ? {} : { PLAN: JSON.stringify(plan) }),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text) => {
    stdout += text;
    onStdout?.();
  });
  child.stderr?.setEncoding("utf8").on("data", (text) => {
    stderr += text;
    onStderr?.(stderr, child);
  });
  const [code, signal] = await once(child, "close");
  return { code, signal, stdout, stderr };
}
