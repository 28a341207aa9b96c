import {
  describeThrown,
  invalidArgument,
  isPlainObject,
  type ResolvedTask,
  type ToolExecution,
} from "@rollouts/core";
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
   * The tool calls that are right, for scorers that look at them: they stand beside every answer. The
   * right answer without them, and with all of them failed, must fail if the scorer fails any of
   * these: one that forbids calls need not. A task whose calls are known needs no known answer; an
   * empty list says that there must be none.
   * @defaultValue none
   */
  readonly toolExecutions?:
    | ((task: ResolvedTask<Expected>) => readonly ToolExecution[])
    | undefined;
  /**
   * Lists of tool calls that are wrong, each of one run, such as a call that is forbidden: the right
   * answer beside them must fail. @defaultValue none
   */
  readonly wrongToolExecutions?:
    | ((task: ResolvedTask<Expected>) => readonly (readonly ToolExecution[])[])
    | undefined;
}

export const knownAnswerKeys = [
  "answer",
  "alternatives",
  "wrongAnswers",
  "toolExecutions",
  "wrongToolExecutions",
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
    const { areCallsKnown, answer, ...lists } = found.value;
    checkAnswers({ answer, ...lists });
    if (answer === undefined && !areCallsKnown) {
      notAuditable.push({ taskId: task.id, reason: "no right answer is known" });
      continue;
    }
    // Beside known calls any answer will do for a scorer that looks at the calls alone.
    const reference = answer === undefined ? ("" as Output) : answer;
    auditTasks.push({ task, reference, areCallsKnown, ...lists });
  }
  return { auditTasks, notAuditable };
}

function askAll<Output, Expected>(
  task: ResolvedTask<Expected>,
  known: KnownAnswers<Output, Expected>,
) {
  const toolExecutions = known.toolExecutions?.(task);
  const wrongToolExecutions = known.wrongToolExecutions?.(task);
  return {
    answer: known.answer === undefined ? (task.expected as Output | undefined) : known.answer(task),
    alternatives: known.alternatives?.(task) ?? [],
    wrongAnswers: known.wrongAnswers?.(task) ?? [],
    toolExecutions: toolExecutions ?? [],
    wrongToolExecutions: wrongToolExecutions ?? [],
    areCallsKnown: (toolExecutions ?? wrongToolExecutions) !== undefined,
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
    throw invalidArgument("what answer gives", "the output itself", answer, {
      caller: "auditScorer",
    });
  }
  for (const [key, list] of Object.entries(lists)) {
    if (!Array.isArray(list)) {
      throw invalidArgument(`what ${key} gives`, "a list", list, { caller: "auditScorer" });
    }
  }
  checkExecutions("what toolExecutions gives", lists.toolExecutions);
  const wrong = lists.wrongToolExecutions as readonly unknown[];
  for (const executions of wrong) checkExecutions("a list of wrongToolExecutions", executions);
}

function checkExecutions(what: string, executions: unknown): void {
  const wanted = 'a list of { toolCallId, name, rawArguments, status: "ok" }';
  if (!Array.isArray(executions)) {
    throw invalidArgument(what, wanted, executions, { caller: "auditScorer" });
  }
  for (const one of executions as readonly unknown[]) {
    if (isPlainObject(one) && typeof one.name === "string") continue;
    throw invalidArgument(what, wanted, one, { caller: "auditScorer" });
  }
}
