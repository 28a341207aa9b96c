import { isPlainObject } from "@rollouts/core";
import { toPrintableJson } from "@rollouts/report";
import { type AuditScorerOptions, auditScorer, renderScorerAudit } from "@rollouts/scorers";
import { loadEnvironment } from "../load/load-environment.ts";
import { exitCode } from "../process/exit-code.ts";
import { UsageError } from "../process/usage-error.ts";
import { selectTasks } from "../selection/select-tasks.ts";
import type { SelectionOptions } from "../selection/selection-options.ts";
import type { CommandContext } from "./command-context.ts";

/** The options of `rollouts audit`. */
export interface AuditCommandOptions extends Pick<SelectionOptions, "task" | "filter" | "sample"> {
  readonly seed?: number | undefined;
  readonly concurrency?: number | undefined;
  readonly json?: boolean | undefined;
}

/** Tries an environment's scorer on known answers. Calls no agent. */
export async function auditCommand(
  path: string,
  { seed = 0, concurrency = 4, json, ...selection }: AuditCommandOptions,
  { output }: CommandContext,
): Promise<number> {
  output.keepOutClean();
  const { env, exports } = await loadEnvironment(path);
  const selected = await selectTasks(env, selection, seed);
  // The ids of the environment, whatever is left out.
  const tasks = selected.map(({ id, task }) => ({ ...task, id }));
  const known = readKnownAnswers(exports.audit, path);
  const audit = await auditScorer(env.scorer, { tasks }, { ...known, concurrency });
  await output.out(json ? toPrintableJson(audit) : renderScorerAudit(audit));
  if (audit.auditedCount === 0) return exitCode.notEnoughEvidence;
  return audit.isSound ? exitCode.good : exitCode.gateFailed;
}

/** An environment file may export as `audit` what the audit cannot know: `answer`, `wrongAnswers`, ... */
function readKnownAnswers(found: unknown, path: string): AuditScorerOptions {
  if (found === undefined) return {};
  if (isPlainObject(found)) return found;
  throw new UsageError(
    `${path} exports an audit that is no object such as { answer: (task) => ... }.`,
  );
}
