import { describeValue, type ModelResponse } from "@rollouts/core";
import { findRepeatedKey } from "../json/find-repeated-key.ts";
import { answerName, choices } from "./answer-format.ts";
import { isEcho } from "./echo.ts";
import type { JudgeSettings } from "./judge-options.ts";

/** What the judge decided; `choice` is `"pass"`, `"fail"` or a whole number from 1 to 10. */
export interface JudgeAnswer {
  readonly reason: string;
  readonly choice: "pass" | "fail" | number;
}

/** `problem` completes a sentence: "The judge's answer ...". */
export type ReadAnswer = JudgeAnswer | { readonly problem: string };

/** What an answer is read by. */
export interface AnswerRules extends Pick<JudgeSettings, "mode" | "answer"> {
  /** What the judge was shown: an answer whose members stand there as JSON is none. */
  readonly data: readonly string[];
}

/** Longer answers than any judge's are not read: they cost time and say nothing. */
const maxLength = 100_000;

/**
 * Reads the judge's verdict out of the channel that it was asked to use, and from nowhere else: no
 * JSON is looked for in prose. Whatever departs from the schema is a problem and no verdict.
 */
export function readAnswer(response: ModelResponse, rules: AnswerRules): ReadAnswer {
  const { message, finishReason } = response;
  // Some APIs give an empty refusal beside every answer.
  if (message.refusal) {
    return { problem: `is a refusal: ${describeValue(message.refusal)}` };
  }
  if (finishReason === "length" || finishReason === "content-filter") {
    return { problem: `was cut (${finishReason})` };
  }
  const json = rules.answer === "output" ? outputText(message) : toolArguments(message);
  return typeof json === "string" ? readJson(json, rules) : json;
}

type Reply = ModelResponse["message"];

function outputText({ content, toolCalls = [] }: Reply): string | { problem: string } {
  if (toolCalls.length > 0) return { problem: "is a tool call that nobody asked for" };
  return content ?? { problem: "is empty" };
}

function toolArguments({ toolCalls = [] }: Reply): string | { problem: string } {
  const [call, ...others] = toolCalls;
  if (call === undefined) return { problem: `does not call ${answerName}` };
  if (others.length > 0) return { problem: `makes ${toolCalls.length} tool calls and not one` };
  if (call.name !== answerName) return { problem: `calls the tool ${describeValue(call.name)}` };
  return call.rawArguments;
}

function readJson(json: string, rules: AnswerRules): ReadAnswer {
  if (json.length > maxLength) return { problem: `has ${json.length} characters` };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { problem: `is not JSON: ${describeValue(json)}` };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { problem: `is no JSON object: ${describeValue(json)}` };
  }
  return readMembers(value as Record<string, unknown>, json, rules);
}

function readMembers(
  members: Record<string, unknown>,
  json: string,
  { mode, data }: AnswerRules,
): ReadAnswer {
  const { key, values } = choices[mode];
  const keys = Object.keys(members);
  const wanted = ["reason", key];
  if (keys.length !== wanted.length || !wanted.every((name) => Object.hasOwn(members, name))) {
    return {
      problem: `has the members ${describeValue(keys.join(", "))}, not ${wanted.join(", ")}`,
    };
  }
  const { reason } = members;
  const choice = values.find((value) => value === members[key]);
  if (typeof reason !== "string") return { problem: `has the reason ${describeValue(reason)}` };
  if (choice === undefined) return { problem: `has the ${key} ${describeValue(members[key])}` };
  const repeated = findRepeatedKey(json);
  if (repeated !== null) return { problem: `has ${describeValue(repeated)} twice` };
  if (isEcho({ raw: json, reason, key, choice }, data)) {
    return { problem: "stands in the data that it was shown" };
  }
  return { reason, choice };
}
