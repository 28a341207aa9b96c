import { resolve } from "node:path";
import {
  canonicalJson,
  type Environment,
  type RolloutResult,
  resolveTasks,
  toSafeLine,
} from "@rollouts/core";
import { toPrintableJson } from "@rollouts/report";
import { loadResult, saveResult } from "@rollouts/result-file";
import { rescore } from "@rollouts/runner";
import { checkFiles } from "../files/check-files.ts";
import { exists } from "../files/exists.ts";
import { fromStart } from "../files/from-start.ts";
import { loadEnvironment } from "../load/load-environment.ts";
import { exitCodeOfEvidence } from "../process/exit-code.ts";
import { UsageError } from "../process/usage-error.ts";
import { changedVerdicts, countChanges, renderChanges } from "../render/changed-verdicts.ts";
import { renderResult, renderWarnings } from "../render/render-result.ts";
import { resumeCommand } from "../run/resume-command.ts";
import type { CommandContext } from "./command-context.ts";

/** The options of `rollouts rescore`. */
export interface RescoreCommandOptions {
  /** A new result file. */
  readonly out?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Scores the attempts of a result file with an environment's scorer. Calls no agent. */
export async function rescoreCommand(
  path: string,
  environmentPath: string,
  { out, json }: RescoreCommandOptions,
  { output }: CommandContext,
): Promise<number> {
  output.keepOutClean();
  await checkFiles({
    inputs: [
      ["the result file", path],
      // Modules are found by the names in a path alone, whatever links there are.
      ["the environment file", resolve(environmentPath)],
    ],
    outputs: [["--out", out]],
  });
  if (out !== undefined) await refuseExisting(out);
  const { env } = await loadEnvironment(environmentPath);
  const before = await loadResult(fromStart(path));
  const edited = idsWithOtherExpected(before, env);
  if (edited.length > 0) {
    const tasks = edited.length === 1 ? "1 task has" : `${edited.length} tasks have`;
    output.log(
      `warning: ${tasks} another expected value in ${toSafeLine(environmentPath)} (${toSafeLine(edited.slice(0, 5).join(", "))}); that of the file was used. To score by the new one: ${resumeCommand(environmentPath, path, {})}`,
    );
  }
  const after = await rescore(before, env.scorer);
  if (out !== undefined) await saveResult(after, fromStart(out));
  for (const line of renderWarnings(after)) output.log(line);
  const changedAttempts = changedVerdicts(before, after);
  const facts = { ...after.summary(), errors: after.errors(), warnings: after.warnings };
  const changes = countChanges(changedAttempts);
  await output.out(
    json
      ? toPrintableJson({ ...facts, changes, changedAttempts, resultFile: out ?? null })
      : [
          ...renderResult(after),
          ...renderChanges(changedAttempts),
          ...(out ? [`  ${toSafeLine(out)}`] : []),
        ].join("\n"),
  );
  return exitCodeOfEvidence(after.summary());
}

async function refuseExisting(out: string): Promise<void> {
  if (await exists(out)) throw new UsageError(`--out ${out} is there already. Name another file.`);
}

/** Such verdicts rest on the value in the file, which the author of the environment may not expect. */
function idsWithOtherExpected(result: RolloutResult, env: Environment): string[] {
  const current = new Map(resolveTasks(env.tasks).map((task) => [task.id, task]));
  return result.taskResults.flatMap(({ task: { id, expected = null } }) => {
    const known = current.get(id);
    return known === undefined || isEqual(known.expected ?? null, expected) ? [] : [id];
  });
}

/** What has no canonical JSON, such as a `Map`, is taken for equal: there is nothing to warn of for sure. */
function isEqual(one: unknown, other: unknown): boolean {
  try {
    return canonicalJson(one) === canonicalJson(other);
  } catch {
    return true;
  }
}
