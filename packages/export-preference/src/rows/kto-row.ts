import { describeValue } from "@rollouts/core";
import {
  checkChatMessages,
  checkChatTools,
  type Row,
  type RowFault,
  toChatMessages,
  toChatTools,
  toolNamesIn,
} from "@rollouts/export-sft/rows";
import type { Candidate } from "../attempts/candidate.ts";
import type { DatasetForm } from "../profiles/preference-profile.ts";

export const ktoRowKeys = { required: ["prompt", "completion", "label"], optional: ["tools"] };

/** The row of an attempt: `prompt`, `completion`, and whether it passed as `label`. */
export function toKtoRow(
  { conversation: { messages, tools }, promptLength, score }: Candidate,
  { conversation }: DatasetForm,
): Row {
  return {
    prompt: toChatMessages(messages.slice(0, promptLength), conversation),
    completion: toChatMessages(messages.slice(promptLength), conversation),
    label: score.passed,
    tools: toChatTools(tools, conversation.tools),
  };
}

/** Finds what is wrong with such a row, whoever wrote it; its keys are known to be allowed. */
export function* checkKtoRow(
  row: Readonly<Record<string, unknown>>,
  { conversation }: DatasetForm,
): Generator<RowFault> {
  const { prompt, completion, label } = row;
  if (typeof label !== "boolean") {
    yield { message: null, fault: `label must be true or false, got ${describeValue(label)}` };
  }
  yield* checkChatTools(row, conversation);
  if (!Array.isArray(prompt) || !Array.isArray(completion)) {
    return yield { message: null, fault: "prompt and completion must be lists" };
  }
  if (completion[0]?.role !== "assistant") {
    const fault = "completion must begin with a message of the assistant";
    yield { message: null, fault };
  }
  yield* checkChatMessages([...prompt, ...completion], {
    key: "prompt and completion",
    toolNames: toolNamesIn(row),
    profile: conversation,
  });
}
