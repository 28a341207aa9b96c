import {
  describeThrown,
  isPlainObject,
  type ResolvedTask,
  type ToolExecution,
} from "@rollouts/core";
import { invalidOption } from "../check-options.ts";
import { frozenCopy } from "../offline/frozen-copy.ts";
import type { AuditTask } from "./make-probes.ts";
import type { NotAuditable } from "./scorer-audit.ts";

/** Where known answers come from. */
export interface KnownAnswers<Output = unknown, Expected = unknown> {
  /**
   * The output that is right for a task; `undefined` when none is known. Needed where `expected` is
   * not what the agent gives, as a number where it answers in text: the audit cannot know that.
   * @defaultValue the task's `expected`
   */
  readonly answer?: ((task: ResolvedTask<Expected>) => Output | undefined) | undefined;
  /** Other outputs that are right too. @defaultValue none */
  readonly alternatives?: ((task: ResolvedTask<Expected>) => readonly Output[]) | undefined;
  /** Outputs that are wrong, such as the right one in the wrong form. @defaultValue none */
  readonly wrongAnswers?: ((task: ResolvedTask<Expected>) => readonly Output[]) | undefined;
  /**
   * The tool calls that are right, for scorers that look at them: they stand beside every answer, and
   * the right answer without them, and with all of them failed, must fail. A task with calls needs no
   * known answer. @defaultValue none
   */
  readonly toolExecutions?:
    | ((task: ResolvedTask<Expected>) => readonly ToolExecution[])
    | undefined;
}

export const knownAnswerKeys = [
  "answer",
  "alternatives",
  "wrongAnswers",
  "toolExecutions",
] as const;

/**
 * Sorts tasks into those whose right answer is known, and others.
 *
 * @throws InvalidArgumentError when a function gives what is no answer, or no list.
 */
export function findAuditTasks<Output, Expected>(
  tasks: readonly ResolvedTask<Expected>[],
  known: KnownAnswers<Output, Expected>,
): { auditTasks: AuditTask<Output, Expected>[]; notAuditable: NotAuditable[] } {
  const auditTasks: AuditTask<Output, Expected>[] = [];
  const notAuditable: NotAuditable[] = [];
  for (const task of tasks) {
    const found = tryAll(() => askAll(frozenCopy(task), known));
    if ("problem" in found) {
      notAuditable.push({ taskId: task.id, reason: found.problem });
      continue;
    }
    const { answer, ...lists } = found.value;
    checkAnswers(found.value);
    const hasCalls = lists.toolExecutions.length > 0;
    if (answer === undefined && !hasCalls) {
      notAuditable.push({ taskId: task.id, reason: "no right answer is known" });
      continue;
    }
    // Beside known calls any answer will do for a scorer that looks at the calls alone.
    const reference = answer === undefined ? ("" as Output) : answer;
    auditTasks.push({ task, reference, ...lists });
  }
  return { auditTasks, notAuditable };
}

function askAll<Output, Expected>(
  task: ResolvedTask<Expected>,
  known: KnownAnswers<Output, Expected>,
) {
  return {
    answer: known.answer === undefined ? (task.expected as Output | undefined) : known.answer(task),
    alternatives: known.alternatives?.(task) ?? [],
    wrongAnswers: known.wrongAnswers?.(task) ?? [],
    toolExecutions: known.toolExecutions?.(task) ?? [],
  };
}

function tryAll<Value>(
  work: () => Value,
): { readonly value: Value } | { readonly problem: string } {
  try {
    return { value: work() };
  } catch (thrown) {
    return { problem: describeThrown(thrown) };
  }
}

function checkAnswers({ answer, ...lists }: Readonly<Record<string, unknown>>): void {
  if (answer instanceof Promise) {
    throw invalidOption("auditScorer", "what answer gives", "the output itself", answer);
  }
  for (const [key, list] of Object.entries(lists)) {
    if (!Array.isArray(list)) {
      throw invalidOption("auditScorer", `what ${key} gives`, "a list", list);
    }
  }
  const executions = lists.toolExecutions as readonly unknown[];
  const wrong = executions.find((one) => !isPlainObject(one) || typeof one.name !== "string");
  if (wrong === undefined) return;
  throw invalidOption(
    "auditScorer",
    "what toolExecutions gives",
    'a list of { toolCallId, name, rawArguments, status: "ok" }',
    wrong,
  );
}
