import { describeThrown, describeValue, type Scorer, toScorer } from "@rollouts/core";
import { scorerBroken } from "../contract/broken.ts";
import type { ContractCase } from "../contract/contract-case.ts";
import { judge, type Subject, scorerOf, toQuestion } from "./scorer-subject.ts";

/** What a scorer must be, and say of itself. */
export function identityCases(subject: Subject): readonly ContractCase[] {
  return [
    { name: "specVersion is v1, and it has a name", run: async () => checkMembers(subject) },
    { name: "digest() is a text and stays the same", run: () => checkDigest(subject) },
  ];
}

function checkMembers(subject: Subject): void {
  const { name } = scorerOf(subject);
  if (name.trim() === "") throw scorerBroken(`name must not be blank, got ${describeValue(name)}.`);
}

async function checkDigest(subject: Subject): Promise<void> {
  const scorer = scorerOf(subject);
  const first = readDigest(scorer);
  if (readDigest(scorer) !== first) throw changedDigest("a second call");
  await judge(scorer, toQuestion(subject.passing), "the right answer");
  if (readDigest(scorer) !== first) throw changedDigest("the same scorer after it was used");
  if (subject.createScorer === undefined) return;
  if (readDigest(toScorer(subject.createScorer(), "createScorer()")) !== first) {
    throw changedDigest("a scorer that was made anew");
  }
}

function readDigest(scorer: Scorer): string {
  let digest: unknown;
  try {
    digest = scorer.digest();
  } catch (thrown) {
    throw scorerBroken(`digest() threw: ${describeThrown(thrown)}`, thrown);
  }
  if (typeof digest === "string" && digest !== "") return digest;
  throw scorerBroken(`digest() must give a text that is not empty, got ${describeValue(digest)}.`);
}

function changedDigest(where: string): Error {
  return scorerBroken(
    `digest() gives something else for ${where}, so no two results could be compared. Leave out what changes, such as times and counters.`,
  );
}
