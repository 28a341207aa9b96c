import { isPlainObject, type ToolCall } from "@rollouts/core";

/** What the output items of a reply say. */
export interface ReplyContent {
  readonly content: string | null;
  readonly reasoning: string | undefined;
  readonly refusal: string | undefined;
  readonly toolCalls: readonly ToolCall[];
  /** False when there is nothing but reasoning and empty texts. */
  readonly saysSomething: boolean;
}

type Item = Record<string, unknown>;

/**
 * Reads output items of the Responses API, or says in a few words which one is malformed. Items of
 * kinds that no function tool makes are passed over.
 */
export function readItems(items: readonly unknown[]): ReplyContent | string {
  const problem = findProblem(items);
  if (problem !== undefined) return problem;
  const known = items as readonly Item[];
  const parts = known.filter((item) => item.type === "message").flatMap(readParts);
  const answer = parts.some((part) => part.isFinal) ? parts.filter((part) => part.isFinal) : parts;
  return {
    content: joinTexts(answer.map((part) => part.text)) ?? null,
    // Some servers always send one, empty beside an answer.
    refusal: joinTexts(parts.map((part) => part.refusal)) || undefined,
    reasoning: joinTexts(known.filter(isReasoning).flatMap(readReasoning), "\n\n"),
    toolCalls: known.filter((item) => item.type === "function_call").map(readCall),
    saysSomething:
      known.some((item) => item.type !== "message" && !isReasoning(item)) ||
      parts.some((part) => part.text || part.refusal),
  };
}

function findProblem(items: readonly unknown[]): string | undefined {
  for (const [index, item] of items.entries()) {
    const what = isPlainObject(item) ? findItemProblem(item) : "is no object";
    if (what !== undefined) return `output[${index}] ${what}`;
  }
  return undefined;
}

function findItemProblem(item: Item): string | undefined {
  if (item.type === "message") return findPartProblem(item.content);
  if (item.type !== "function_call") return undefined;
  const missing =
    item.name === ""
      ? "name"
      : ["call_id", "name", "arguments"].find((key) => typeof item[key] !== "string");
  return missing === undefined ? undefined : `is a function call without ${missing}`;
}

function findPartProblem(parts: unknown): string | undefined {
  if (!isArrayOfObjects(parts)) return "is a message without parts";
  const isBroken = (part: Item) =>
    (part.type === "output_text" && typeof part.text !== "string") ||
    (part.type === "refusal" && typeof part.refusal !== "string");
  return parts.some(isBroken) ? "is a message with a part without text" : undefined;
}

function isArrayOfObjects(value: unknown): value is Item[] {
  return Array.isArray(value) && value.every(isPlainObject);
}

/** Models that comment on their work mark the answer proper as `final_answer`. */
function readParts(message: Item) {
  const parts = message.content as Item[];
  return parts.map((part) => ({
    isFinal: message.phase === "final_answer",
    text: part.type === "output_text" ? part.text : undefined,
    refusal: part.type === "refusal" ? part.refusal : undefined,
  }));
}

function isReasoning(item: Item): boolean {
  return item.type === "reasoning";
}

/** Hosted models show a summary of their reasoning at most; open ones show the text itself. */
function readReasoning({ summary, content }: Item): unknown[] {
  const parts = [summary, content].find((list) => isArrayOfObjects(list) && list.length > 0);
  return isArrayOfObjects(parts) ? parts.map((part) => part.text) : [];
}

function readCall(item: Item): ToolCall {
  return {
    id: String(item.call_id),
    name: String(item.name),
    rawArguments: String(item.arguments),
  };
}

function joinTexts(texts: readonly unknown[], separator = ""): string | undefined {
  const present = texts.filter((text) => typeof text === "string");
  return present.length === 0 ? undefined : present.join(separator);
}
