import type { CompletedRun, ResolvedTask, ToolExecution } from "@rollouts/core";
import { type RunFacts, toRun } from "../offline/to-run.ts";
import { blankAnswer } from "./blank-answer.ts";
import { injectInto, injection } from "./injection.ts";
import { holdsAnswer, isSameAnswer } from "./same-answer.ts";
import type { ProbeKind } from "./scorer-audit.ts";

/** A task with its right answers. */
export interface AuditTask<Output = unknown, Expected = unknown> {
  readonly task: ResolvedTask<Expected>;
  readonly reference: Output;
  readonly alternatives: readonly Output[];
  readonly wrongAnswers: readonly Output[];
  readonly toolExecutions: readonly ToolExecution[];
  readonly wrongToolExecutions: readonly (readonly ToolExecution[])[];
  /** That there are none may be known too. */
  readonly areCallsKnown: boolean;
}

/** One answer to score. */
export interface Probe<Output = unknown> {
  readonly task: ResolvedTask;
  readonly kind: ProbeKind;
  readonly run: CompletedRun<Output>;
  readonly areCallsKnown: boolean;
  /** Of the answer of another task: the answer of this one, to that one. */
  readonly reverse?: Probe<Output> | undefined;
}

const refusal = "I'm sorry, but I can't help with that.";
/** Enough to find a task of another answer; more would take long where all answers are equal. */
const maxTasksSearched = 100;

/**
 * The answers to try on one task. What makes no sense for its kind of answer is left out, and so is a
 * wrong one that is right here.
 */
export function makeProbes<Output, Expected>(
  tasks: readonly AuditTask<Output, Expected>[],
  index: number,
): readonly Probe<Output>[] {
  const own = tasks[index] as AuditTask<Output, Expected>;
  const { reference } = own;
  const probe = (kind: ProbeKind, facts: Partial<RunFacts<Output>>) => makeProbe(own, kind, facts);
  const other = findOtherAnswer(tasks, index);
  return [
    probe("reference", { output: reference }),
    ...own.alternatives.map((output) => probe("alternative", { output })),
    ...own.wrongAnswers.map((output) => probe("wrong-answer", { output })),
    ...varyCalls(own).map(([kind, executions]) => {
      return probe(kind, { output: reference, toolExecutions: executions });
    }),
    ...(other === null ? [] : [swapAnswers(own, other)]),
    ...(typeof reference === "string"
      ? wrongTexts(own).map(([kind, text]) => probe(kind, { output: text as Output }))
      : wrongValues(own, other).map(([kind, facts]) => probe(kind, facts))),
  ];
}

function makeProbe<Output>(
  { task, toolExecutions, areCallsKnown }: AuditTask<Output>,
  kind: ProbeKind,
  facts: Partial<RunFacts<Output>>,
): Probe<Output> {
  const run = toRun<Output>({ input: task.input, toolExecutions, ...facts });
  return { task, kind, run, areCallsKnown };
}

function swapAnswers<Output>(own: AuditTask<Output>, other: AuditTask<Output>): Probe<Output> {
  const reverse = makeProbe(other, "other-answer", { output: own.reference });
  return { ...makeProbe(own, "other-answer", { output: other.reference }), reverse };
}

/** Calls that are wrong beside the right answer, as far as it looks at calls. */
function varyCalls({
  toolExecutions,
  wrongToolExecutions,
}: AuditTask): (readonly [ProbeKind, readonly ToolExecution[]])[] {
  const failed = toolExecutions.map(({ result: _, ...execution }) => {
    return { ...execution, status: "error" } as const;
  });
  const isAnyClean = toolExecutions.some(({ status }) => status === "ok");
  return [
    ...(toolExecutions.length === 0 ? [] : ([["no-tool-calls", []]] as const)),
    ...(isAnyClean ? ([["failed-tool-calls", failed]] as const) : []),
    ...wrongToolExecutions.map((executions) => ["wrong-tool-calls", executions] as const),
  ];
}

/** For answers in text. */
function wrongTexts(own: AuditTask): (readonly [ProbeKind, string])[] {
  const right = rightAnswers(own);
  const texts = [
    ["empty", ""],
    ["refusal", refusal],
    ["injection", injection],
  ] as const;
  return texts.filter(([, text]) => {
    return !right.some((answer) => isSameAnswer(text, answer) || holdsAnswer(text, answer));
  });
}

/** For answers that are values: of the same shape, but for the refusal, which has no value. */
function wrongValues<Output>(
  own: AuditTask<Output>,
  other: AuditTask<Output> | null,
): (readonly [ProbeKind, Partial<RunFacts<Output>>])[] {
  const blank = blankAnswer(own.reference) as Output;
  const injected = injectInto(other?.reference ?? blank) as Output | null;
  const isRight = rightAnswers(own).some((answer) => isSameAnswer(blank, answer));
  return [
    ...(isRight ? [] : ([["empty", { output: blank }]] as const)),
    ["refusal", { refusal }],
    ...(injected === null ? [] : ([["injection", { output: injected }]] as const)),
  ];
}

/** The next task that has another right answer; `null` when none nearby has. */
function findOtherAnswer<Output, Expected>(
  tasks: readonly AuditTask<Output, Expected>[],
  index: number,
): AuditTask<Output> | null {
  const right = rightAnswers(tasks[index] as AuditTask<Output, Expected>);
  const searched = Math.min(tasks.length - 1, maxTasksSearched);
  for (let step = 1; step <= searched; step++) {
    const other = tasks[(index + step) % tasks.length] as AuditTask<Output, Expected>;
    if (!right.some((answer) => isSameAnswer(answer, other.reference))) return other;
  }
  return null;
}

function rightAnswers<Output>({ reference, alternatives }: AuditTask<Output>): readonly Output[] {
  return [reference, ...alternatives];
}
