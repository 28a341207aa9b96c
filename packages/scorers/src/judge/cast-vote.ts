import { randomBytes } from "node:crypto";
import { type JsonObject, type Model, type ModelResponse, untilAborted } from "@rollouts/core";
import { askForAnswer } from "./answer-format.ts";
import { checkResponse } from "./check-response.ts";
import { clipMiddle } from "./clip-middle.ts";
import type { FencedText } from "./fence.ts";
import type { JudgeSettings } from "./judge-options.ts";
import { type JudgePrompt, writePrompt } from "./prompt.ts";
import { type JudgeAnswer, type ReadAnswer, readAnswer } from "./read-answer.ts";

/** One model call of a vote. */
export interface JudgeCall {
  readonly prompt: JudgePrompt;
  /** The raw answer. */
  readonly answer: JsonObject;
  /** Why it is no verdict. */
  readonly problem?: string | undefined;
}

/** One vote; `answer` is absent when the judge could not be understood. */
export interface Vote {
  readonly answer?: JudgeAnswer | undefined;
  readonly calls: readonly JudgeCall[];
}

/** What a vote is about. */
export interface Ballot {
  readonly texts: readonly FencedText[];
  readonly settings: JudgeSettings;
  /** The judge, behind the gate of the run. */
  readonly model: Model;
}

/** A judge that cannot be understood is asked once more. */
const maxCalls = 2;

/** Lets the judge cast one vote. Rejects with the signal's reason, or with what the model threw. */
export async function castVote(ballot: Ballot, signal: AbortSignal): Promise<Vote> {
  const calls: JudgeCall[] = [];
  while (calls.length < maxCalls) {
    const { call, read } = await askJudge(ballot, signal);
    calls.push(call);
    if (!("problem" in read)) return { answer: read, calls };
  }
  return { calls };
}

async function askJudge(
  { texts, settings, model }: Ballot,
  signal: AbortSignal,
): Promise<{ call: JudgeCall; read: ReadAnswer }> {
  const marker = randomBytes(16).toString("hex");
  const prompt = writePrompt(texts, settings, marker);
  signal.throwIfAborted();
  const asked = model.generate({
    messages: [{ role: "user", content: prompt.text }],
    ...askForAnswer(settings),
    signal,
  });
  const response: unknown = await untilAborted(asked, signal);
  checkResponse(response, model);
  const read = readAnswer(response, { ...settings, data: prompt.shown });
  const problem = "problem" in read ? { problem: read.problem } : {};
  return { call: { prompt, answer: rawAnswer(response), ...problem }, read };
}

const maxKept = 20_000;

/** What the judge said, for the record: not its reasoning, nor the provider's own items. */
function rawAnswer({ message, finishReason }: ModelResponse): JsonObject {
  const { content, refusal, toolCalls } = message;
  return {
    content: content === null ? null : clip(content),
    refusal: typeof refusal === "string" ? clip(refusal) : undefined,
    toolCalls: toolCalls?.map(({ name, rawArguments }) => ({
      name,
      rawArguments: clip(rawArguments),
    })),
    finishReason,
  };
}

function clip(text: string): string {
  return clipMiddle(text, maxKept, (leftOut) => ` [${leftOut} characters are left out] `).text;
}
