import { frozenClone } from "@rollouts/core";
import { scorerBroken } from "../contract/broken.ts";
import type { ContractCase } from "../contract/contract-case.ts";
import { findChange, takeSnapshot } from "../contract/snapshot.ts";
import type { ContractAnswer } from "./scorer-contract-options.ts";
import {
  type Judged,
  judge,
  type Question,
  type Subject,
  scorerOf,
  toQuestion,
} from "./scorer-subject.ts";

const parallelPairs = 4;

/** What the verdicts must be, and what making them must leave alone. */
export function verdictCases(subject: Subject): readonly ContractCase[] {
  return [
    {
      name: "the right answer passes and the wrong one fails",
      run: () => checkVerdicts(subject),
    },
    {
      name: "the same answer gets the same verdict",
      run: () => checkSameVerdict(subject),
    },
    { name: "answers scored at once do not mix", run: () => checkParallel(subject) },
    { name: "scoring changes nothing that it is given", run: () => checkUnchanged(subject) },
    { name: "what it is given may be frozen", run: () => checkFrozen(subject) },
    {
      name: "a run without an answer breaks nothing and does not pass",
      run: () => checkUnanswered(subject),
    },
  ];
}

const sides = [
  { name: "the right answer", key: "passing", outcome: "passed" },
  { name: "the wrong answer", key: "failing", outcome: "failed" },
] as const;

async function checkVerdicts(subject: Subject): Promise<void> {
  for (const side of sides) await judgeSide(subject, side, toQuestion(subject[side.key]));
}

/** Asks about one of the two answers, and fails when the verdict is not the one that is declared. */
async function judgeSide(
  subject: Subject,
  { name, outcome }: (typeof sides)[number],
  question: Question,
  where = "",
): Promise<Judged> {
  const judged = await judge(scorerOf(subject), question, `${name}${where}`);
  if (judged.outcome !== outcome && subject.isDeterministic !== false) {
    throw scorerBroken(`${name}${where} must be ${outcome}, and is ${judged.outcome}.`);
  }
  return judged;
}

async function checkSameVerdict(subject: Subject): Promise<void> {
  if (subject.isDeterministic === false) return;
  for (const side of sides) {
    const first = await judgeSide(subject, side, toQuestion(subject[side.key]));
    const second = await judgeSide(subject, side, toQuestion(subject[side.key]));
    if (first.value !== second.value) {
      throw scorerBroken(
        `${side.name} got the value ${first.value} and then ${second.value}. If chance decides, say isDeterministic: false.`,
      );
    }
  }
}

async function checkParallel(subject: Subject): Promise<void> {
  const pairs = Array.from({ length: parallelPairs }, () => sides).flat();
  const all = pairs.map((side) =>
    judgeSide(subject, side, toQuestion(subject[side.key]), ", scored beside others,"),
  );
  await Promise.all(all);
}

async function checkUnchanged(subject: Subject): Promise<void> {
  for (const side of sides) {
    const question = toQuestion(subject[side.key]);
    const given = { run: question.run, expected: question.expected, task: question.context.task };
    const look = () => takeSnapshot(given, "given");
    const before = look();
    await judgeSide(subject, side, question);
    const change = findChange(before, look());
    if (change !== null) {
      throw scorerBroken(`score() changed what it was given: ${change}. Copy what you change.`);
    }
  }
}

async function checkFrozen(subject: Subject): Promise<void> {
  for (const side of sides) {
    const { run, expected, context } = toQuestion(subject[side.key]);
    const frozen = { run: frozenClone(run), expected: frozenClone(expected) };
    const task = frozenClone(context.task);
    const question = { ...frozen, context: Object.freeze({ ...context, task }) };
    await judgeSide(subject, side, question, ", frozen,");
  }
}

const unanswered = [
  { name: "a reply that misses the output schema", facts: { outputError: "value: missing" } },
  { name: "a refusal", facts: { refusal: "I cannot help with that." } },
  { name: "a run without output", facts: {} },
];

async function checkUnanswered(subject: Subject): Promise<void> {
  for (const { name, facts } of unanswered) {
    // The right answer, so that a scorer that reads the rest of the run finds what it wants.
    const { output: _, ...rest } = subject.passing as ContractAnswer;
    const question = toQuestion({ ...rest, text: facts.outputError === undefined ? null : "{}" });
    const run = { ...question.run, ...facts };
    const { outcome } = await judge(scorerOf(subject), { ...question, run }, name);
    if (outcome === "passed" && subject.judgesAnswer !== false) {
      throw scorerBroken(
        `${name} passed. It has no output to pass with; if the answer is not what is judged, say judgesAnswer: false.`,
      );
    }
  }
}
