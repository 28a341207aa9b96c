import { type ExecFileException, execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Json } from "@rollouts/core";

/** The body of an arrow function over the module `fix`, and the JSON of what it must give. */
export interface Check {
  readonly name: string;
  readonly run: string;
  readonly gives: Json;
}

export interface CheckOptions {
  readonly signal: AbortSignal;
  /** @defaultValue 10_000 */
  readonly timeoutMs?: number;
}

// The name of the flag from Node 23.5 on, and before it.
const flags = process.allowedNodeEnvironmentFlags;
const permission = flags.has("--permission") ? "--permission" : "--experimental-permission";

/**
 * Runs foreign code in a process of its own and gives the answer to each check, or why the code
 * does not run. The code learns no expected value: whoever compares is in this process.
 *
 * The process has no files, no children, no environment, 64 MB of heap and a time limit. It still
 * has the network: run what a stranger wrote in a container.
 */
export async function runChecks(code: string, checks: readonly Check[], options: CheckOptions) {
  const { signal, timeoutMs = 10_000 } = options;
  if (code.length > 20_000) return { problem: "it is longer than 20000 characters" };
  const module = `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
  const program = `import * as fix from "${module}";
    const answers = [];
    for (const check of [${checks.map(({ run }) => `() => ${run}`).join(", ")}])
      answers.push(await Promise.resolve().then(check).catch(String));
    process.stdout.write(JSON.stringify(answers), () => process.exit());`;
  const limits = [permission, "--no-warnings", "--max-old-space-size=64"];
  const args = [...limits, "--input-type=module", "--eval", program];
  const settings = { env: {}, timeout: timeoutMs, killSignal: "SIGKILL" } as const;
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { ...settings, signal });
    return readAnswers(stdout);
  } catch (error) {
    signal.throwIfAborted();
    return { problem: explain(error as ExecFileException, timeoutMs) };
  }
}

/** Rethrows what is no fault of the code: the process never started. */
function explain(error: ExecFileException, timeoutMs: number): string {
  if (error.killed) return `it ran for more than ${timeoutMs} ms`;
  if (error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") return "it printed more than 1 MB";
  if (typeof error.code === "string") throw error;
  const message = /^\w*Error.*$/m.exec(error.stderr ?? "")?.[0];
  return message ?? `it ended with ${error.code ?? error.signal}`;
}

/** The code can write to the same output: what is no list of answers is its own doing. */
function readAnswers(stdout: string) {
  try {
    const answers: unknown = JSON.parse(stdout);
    if (Array.isArray(answers)) return { answers: answers as Json[] };
  } catch {}
  return { problem: "it wrote over the answers, or ended before them" };
}
