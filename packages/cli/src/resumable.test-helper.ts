import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadResult } from "@rollouts/result-file";

const bin = join(import.meta.dirname, "../dist/bin.js");
const fixtures = join(import.meta.dirname, "__fixtures__");
const killer = pathToFileURL(join(fixtures, "kill-at-write.mjs")).href;

export interface Session {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The attempts whose agent was called, in order. */
  readonly calls: readonly string[];
}

export interface SessionOptions {
  /** See `resumable.env.ts`. */
  readonly plan?: object;
  /** The number of the write or sync at which the process is killed. */
  readonly killAt?: number | undefined;
  /** Blocks of 1024 bytes that the process may write to a file. */
  readonly fileBlocks?: number;
  /** Sees all of standard error so far, each time that it grows. */
  readonly onStderr?: (text: string, child: ChildProcess) => void;
}

/** A folder of its own for each test, and sessions of the built command in it. */
export async function openWorkshop() {
  const folder = await mkdtemp(join(tmpdir(), "rollouts-cli-"));
  let sessionCount = 0;

  async function session(args: readonly string[], options: SessionOptions = {}): Promise<Session> {
    const { plan = {}, killAt, fileBlocks, onStderr } = options;
    const callsPath = join(folder, `calls-${++sessionCount}`);
    const preload = killAt === undefined ? [] : ["--import", killer];
    const words = [process.execPath, ...preload, bin, "run", "resumable.env.ts", ...args];
    const limited = ["bash", "-c", `ulimit -f ${fileBlocks}; exec "$@"`, "bash", ...words];
    const [command = "", ...rest] = fileBlocks === undefined ? words : limited;
    const child = spawn(command, rest, {
      cwd: fixtures,
      env: {
        ...process.env,
        NODE_PATH: "",
        CALLS: callsPath,
        PLAN: JSON.stringify(plan),
        KILL_AT: String(killAt),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
      onStderr?.(stderr, child);
    });
    const [code, signal] = await once(child, "close");
    const calls = await readFile(callsPath, "utf8").catch(() => "");
    return { code, signal, stdout, stderr, calls: calls.split("\n").slice(0, -1) };
  }

  return {
    path: (name: string) => join(folder, name),
    session,
    close: () => rm(folder, { recursive: true }),
  };
}

/** How each attempt in a result file ended; empty while there is no header. */
export async function cellsIn(path: string): Promise<Record<string, string>> {
  const loaded = await loadResult(path).catch((thrown: Error) => {
    if (thrown.message.includes("no header")) return null;
    throw thrown;
  });
  const attempts = loaded?.taskResults.flatMap((task) => task.attempts) ?? [];
  return Object.fromEntries(
    attempts.map(({ taskId, attemptIndex, score, unscored }) => [
      `${taskId}/${attemptIndex}`,
      score === null ? (unscored?.cause ?? "?") : String(score.value),
    ]),
  );
}
