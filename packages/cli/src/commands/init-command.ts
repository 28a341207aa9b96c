import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { describeThrown, makeFolders, RolloutsError, toSafeLine } from "@rollouts/core";
import { checkFiles } from "../files/check-files.ts";
import { environmentTemplate } from "../init/environment-template.ts";
import { exitCode } from "../process/exit-code.ts";
import { UsageError } from "../process/usage-error.ts";
import { quoteForShell } from "../text/quote-for-shell.ts";
import type { CommandContext } from "./command-context.ts";

/** Writes an environment file that runs offline, and says what to do next. */
export async function initCommand(path: string, { output }: CommandContext): Promise<number> {
  if (!/\.[cm]?[jt]s$/.test(path)) {
    throw new UsageError(`An environment file is a module: name it ${path}.ts or the like.`);
  }
  await checkFiles({ inputs: [], outputs: [["the environment file", path]] });
  await writeNew(path);
  const file = quoteForShell(path);
  await output.out(
    [
      `Wrote ${path}. It runs offline. Next:`,
      ...(seesCore(path) ? [] : ["  npm install @rollouts/core"]),
      `  npx rollouts run ${file} --out runs/first.rollouts.jsonl`,
      "  npx rollouts show runs/first.rollouts.jsonl --details failed",
      "  npx rollouts export runs/first.rollouts.jsonl data/train.jsonl --profile openai",
      `  npx rollouts run ${file} --min-pass-rate 0.5 --report report.html`,
    ]
      .map(toSafeLine)
      .join("\n"),
  );
  return exitCode.good;
}

async function writeNew(path: string): Promise<void> {
  try {
    await makeFolders(dirname(path));
    // The text is plain JavaScript as well.
    await writeFile(path, environmentTemplate, { flag: "wx" });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "EEXIST") {
      throw new UsageError(`${path} is there already. Name another file.`, thrown);
    }
    const message = `Cannot write ${path}: ${describeThrown(thrown)}.`;
    throw new RolloutsError({ code: "write_failed", message, cause: thrown });
  }
}

/** Whether the new file finds what it imports. */
function seesCore(path: string): boolean {
  try {
    createRequire(resolve(path)).resolve("@rollouts/core/package.json");
    return true;
  } catch {
    return false;
  }
}
