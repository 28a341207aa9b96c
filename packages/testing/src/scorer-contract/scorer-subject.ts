import {
  type CompletedRun,
  describeThrown,
  type Model,
  readVerdict,
  type ScoreContext,
  type Scorer,
  toScorer,
  type Unscored,
} from "@rollouts/core";
import { scorerBroken } from "../contract/broken.ts";
import type { ContractAnswer, ScorerContractOptions } from "./scorer-contract-options.ts";

export type Subject<Output = unknown, Expected = unknown> = ScorerContractOptions<Output, Expected>;

/** What a scorer is asked: fresh objects for every call, unless a check shares them on purpose. */
export interface Question {
  readonly run: CompletedRun;
  readonly expected: unknown;
  readonly context: ScoreContext;
}

export function scorerOf(subject: Subject): Scorer {
  return toScorer(subject.scorer, "scorer");
}

export interface QuestionOptions {
  readonly signal?: AbortSignal | undefined;
  readonly gate?: ((model: Model) => Model) | undefined;
}

export function toQuestion(answer: ContractAnswer, options: QuestionOptions = {}): Question {
  const { output, expected, messages = [], toolExecutions = [], text = toText(output) } = answer;
  const { signal = new AbortController().signal, gate = (model: Model) => model } = options;
  const run: CompletedRun = structuredClone({
    status: "completed",
    ...(output === undefined ? {} : { output }),
    text,
    messages,
    toolExecutions,
    served: [],
  });
  const input = structuredClone(answer.input ?? "What is asked for?");
  const expectedCopy = structuredClone(expected);
  const task = { id: "t1", input, expected: expectedCopy, metadata: {} };
  return { run, expected: expectedCopy, context: { task, attemptIndex: 0, signal, gate } };
}

function toText(output: unknown): string | null {
  if (typeof output === "string") return output;
  try {
    return JSON.stringify(output) ?? null;
  } catch {
    return null; // a bigint, or a value that contains itself
  }
}

/** A verdict, as far as checks compare it. */
export type Outcome = "passed" | "failed" | "unscored";

export interface Judged {
  readonly outcome: Outcome;
  /** `null` when there is no score. */
  readonly value: number | null;
}

/** Asks the scorer; fails when it throws, or gives what is no verdict. `about` names the run. */
export async function judge(scorer: Scorer, question: Question, about: string): Promise<Judged> {
  let answer: unknown;
  try {
    answer = await scorer.score(question.run, question.expected, question.context);
  } catch (thrown) {
    throw scorerBroken(`score() threw for ${about}: ${describeThrown(thrown)}`, thrown);
  }
  try {
    const verdict = readVerdict(answer, scorer.name);
    if (isUnscored(verdict)) return { outcome: "unscored", value: null };
    return { outcome: verdict.passed ? "passed" : "failed", value: verdict.value };
  } catch (thrown) {
    throw scorerBroken(`score() gave no verdict for ${about}: ${describeThrown(thrown)}`, thrown);
  }
}

function isUnscored(verdict: object): verdict is Unscored {
  return "unscored" in verdict;
}
