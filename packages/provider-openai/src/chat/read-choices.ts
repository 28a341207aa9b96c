import { isPlainObject, type ModelResponse, withoutUndefined } from "@rollouts/core";
import type { Call } from "../call.ts";
import { readUsage } from "../reply/read-usage.ts";
import type { Answer } from "../wire/answer.ts";
import { chatTokenNames, readChatReply } from "./chat-reply.ts";

/**
 * Reads all choices of an answer that was asked for several. A choice that is no answer is left out; the
 * usage, which is of all together, stands with the first that is one. A server may give fewer.
 *
 * @throws ProviderError when not one choice is an answer: for the first.
 */
export function readChoices(
  { body, ...head }: Answer,
  call: Call,
): readonly [ModelResponse, ...ModelResponse[]] {
  const choices: unknown = isPlainObject(body) ? body.choices : undefined;
  if (!isPlainObject(body) || !Array.isArray(choices) || choices.length < 2) {
    return [readChatReply({ body, ...head }, call)];
  }
  const { usage, ...facts } = body;
  const readOne = (choice: unknown) =>
    readChatReply({ ...head, body: { ...facts, choices: [choice] } }, call);
  const samples = choices.flatMap((choice) => orNothing(() => [readOne(choice)]));
  const [first = readOne(choices[0]), ...others] = samples.map(({ served, ...sample }) => ({
    ...sample,
    served: { ...served, sampleCount: samples.length },
  }));
  return [
    withoutUndefined({ ...first, usage: readUsage(usage, chatTokenNames, call.profile) }),
    ...others,
  ];
}

function orNothing<Item>(read: () => Item[]): Item[] {
  try {
    return read();
  } catch {
    return [];
  }
}
