import {
  checkChatMessages,
  checkChatTools,
  type RowFault,
  toolNamesIn,
} from "@rollouts/export-sft/rows";
import type { PairForm } from "../profiles/preference-profile.ts";
import { answered } from "./answered.ts";

/**
 * Finds what is wrong with a row of a pair, whoever wrote it; its keys are known to be allowed.
 * Messages are counted on from the prompt into either side.
 */
export function* checkPair(
  row: Readonly<Record<string, unknown>>,
  form: PairForm,
): Generator<RowFault> {
  const parts = form.format.read(row, form);
  if (typeof parts === "string") return yield { message: null, fault: parts };
  const { prompt, chosen, rejected, tools } = parts;
  yield* checkChatTools(tools, form.conversation);
  const sides = { chosen, rejected };
  const seen = new Set<string>();
  for (const [side, answer] of Object.entries(sides)) {
    const sideFault = answerFault(answer, form);
    if (sideFault !== null) yield { message: null, fault: `the ${side} answer ${sideFault}` };
    const messages = answered([...prompt, ...answer], form.conversation);
    for (const found of checkChatMessages(messages, {
      key: `prompt and ${side} answer`,
      toolNames: toolNamesIn(tools),
      profile: form.conversation,
    })) {
      const key = JSON.stringify(found);
      if (seen.has(key)) continue; // of the prompt, which both have
      seen.add(key);
      yield found;
    }
  }
  if (JSON.stringify(chosen) === JSON.stringify(rejected)) {
    yield { message: null, fault: "both answers are the same" };
  }
}

function answerFault(
  answer: readonly unknown[],
  { answers, callsInAnswers }: PairForm,
): string | null {
  const [first] = answer as readonly ({ role?: unknown; tool_calls?: unknown } | undefined)[];
  if (answers === "turn" && answer.length !== 1) return "must be a list of one message";
  if (first?.role !== "assistant") return "must begin with a message of the assistant";
  if (answers === "turn" && !callsInAnswers && first.tool_calls !== undefined) {
    return "must not call tools";
  }
  return null;
}
