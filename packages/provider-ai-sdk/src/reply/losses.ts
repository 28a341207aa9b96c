import type { FinishReason } from "@rollouts/core";
import type { ContentPart } from "./content.ts";

/** The kinds of parts that a message has no place for, and what becomes of them. */
const lossByType: ReadonlyMap<string, string> = new Map([
  ["file", "The model made a file, which is no part of the answer."],
  ["reasoning-file", "The model reasoned with a file, which is no part of its reasoning."],
  ["custom", "The reply has parts that only its provider knows, which are no part of the answer."],
  ["source", "The model named its sources, which are left out."],
  ["tool-approval-request", "The provider asks for an approval, which cannot be given."],
]);

/** What the reader of a result should know of a reply: what of it is not in its message. */
export function findLosses(
  content: readonly ContentPart[],
  { madeIdCount, finishReason }: { madeIdCount: number; finishReason: FinishReason },
): readonly string[] {
  const losses = new Set<string>();
  for (const { type, providerExecuted } of content) {
    const loss = lossByType.get(type);
    if (loss !== undefined) losses.add(loss);
    if (type === "tool-call" && providerExecuted === true) {
      losses.add("The provider ran tools by itself, which no tool execution tells of.");
    }
  }
  if (madeIdCount > 0) losses.add("Tool calls had no id of their own; ids were made.");
  if (finishReason === "content-filter") {
    losses.add(
      "The reply ended by content filter: the AI SDK does not tell a refusal of the model from one of a filter.",
    );
  }
  return [...losses];
}
