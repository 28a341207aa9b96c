import type { AttemptContext, Json } from "@rollouts/core";
import { readStored, type StoredForm, updateStored } from "./stored.ts";

/** Longer ones are no facts, and every one of them is in every prompt. */
export const maxFactLength = 500;
/** The newest are kept. */
const maxFacts = 100;

const factList: StoredForm<readonly string[]> = {
  name: "a list of facts",
  fits: (value: Json): value is readonly string[] =>
    Array.isArray(value) && value.every((fact) => typeof fact === "string"),
};

/** What is known about the user of this run, the oldest first. */
export async function readFacts({ store, userId }: AttemptContext): Promise<readonly string[]> {
  return (await readStored(store, keyOf(userId), factList)) ?? [];
}

/** Keeps facts about the user of this run, without those that are known already. */
export async function addFacts(
  { store, userId }: AttemptContext,
  facts: readonly string[],
): Promise<void> {
  await updateStored(store, keyOf(userId), factList, (known = []) =>
    [...new Set([...known, ...facts])].slice(-maxFacts),
  );
}

/** A fact on one line, as it stands in a list; `undefined` for what is none. */
export function toFact(text: unknown): string | undefined {
  const fact = typeof text === "string" ? text.replace(/\s+/g, " ").trim() : "";
  return fact !== "" && fact.length <= maxFactLength ? fact : undefined;
}

function keyOf(userId: string): string {
  return `memory/${userId}`;
}
