import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { exitCode } from "../process/exit-code.ts";

/** A run in a process of its own, so that every module is read anew and none can end the watch. */
export interface ChildRun {
  /** Its exit code. */
  readonly ended: Promise<number>;
  /** Lets it stop gently. */
  stop(): void;
}

/** Starts this command once more, with other arguments, on the same terminal. */
export function runChild(args: readonly string[]): ChildRun {
  const [, bin = ""] = process.argv;
  const child = spawn(process.execPath, [...process.execArgv, bin, ...args], { stdio: "inherit" });
  return { ended: codeOf(child), stop: () => void child.kill("SIGTERM") };
}

async function codeOf(child: ChildProcess): Promise<number> {
  const [code] = await once(child, "exit");
  return code ?? exitCode.internal;
}
