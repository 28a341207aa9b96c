import {
  frozenClone,
  type Message,
  type ModelProgress,
  type ModelRequest,
  type ModelResponse,
} from "@rollouts/core";
import { modelBroken } from "../contract/broken.ts";
import type { ContractCase } from "../contract/contract-case.ts";
import { describeRejection } from "../contract/describe-rejection.ts";
import { findChange, takeSnapshot } from "../contract/snapshot.ts";
import { findResponseFault } from "./find-response-fault.ts";
import { ask, requestOf, type Subject } from "./model-subject.ts";
import { providerErrorClass } from "./provider-error-class.ts";

const parameters = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
} as const;
const tools = [{ name: "get_weather", description: "Says the weather", parameters }] as const;
const output = { name: "answer", schema: parameters } as const;

const parallelCount = 5;

/** What a model must answer, and how. */
export function replyCases(subject: Subject): readonly ContractCase[] {
  return [
    { name: "generate gives a well-formed response", run: () => checkResponse(subject) },
    { name: "a call leaves its request as it was", run: () => checkUnchanged(subject) },
    { name: "equal requests are answered one by one", run: () => checkSamples(subject) },
    { name: "text that is told early is the text of the reply", run: () => checkProgress(subject) },
    {
      name: "tools are offered, or refused as unsupported-setting",
      run: () => checkOptional(subject, { messages: subject.messages, tools }),
    },
    {
      name: "an output schema is asked for, or refused as unsupported-setting",
      run: () => checkOptional(subject, { messages: subject.messages, output }),
    },
    {
      name: "a conversation with tool calls goes on, or is refused as unsupported-setting",
      run: () => checkOptional(subject, { messages: conversation(subject.messages), tools }),
    },
  ];
}

function conversation(messages: readonly Message[]): readonly Message[] {
  const toolCalls = [{ id: "call_0", name: "get_weather", rawArguments: '{"city":"Oslo"}' }];
  return [
    { role: "system", content: "You are brief." },
    ...messages,
    { role: "assistant", content: null, toolCalls },
    { role: "tool", toolCallId: "call_0", content: "cold" },
    { role: "assistant", content: "It is cold." },
    ...messages,
  ];
}

async function checkResponse(subject: Subject): Promise<void> {
  const model = await subject.makeModel();
  refuseFault(await ask(model, requestOf(subject.messages)));
}

function refuseFault(response: ModelResponse): void {
  const fault = findResponseFault(response);
  if (fault !== undefined) throw modelBroken(`${fault}.`);
}

async function checkUnchanged(subject: Subject): Promise<void> {
  const model = await subject.makeModel();
  const attempt = { taskId: "t", attemptIndex: 0, turn: 0, seed: 7 };
  const data = { messages: subject.messages, attempt };
  const request = requestOf([], structuredClone(data));
  const before = takeSnapshot(request, "request");
  await ask(model, request);
  const change = findChange(before, takeSnapshot(request, "request"));
  if (change !== null) {
    throw modelBroken(`The call changed what it was given: ${change}. Copy what you change.`);
  }
  // Agents may freeze what they ask with.
  await ask(model, Object.freeze(requestOf([], frozenClone(data))));
}

/** K attempts must be K samples: a reply that comes twice was kept by somebody. */
async function checkSamples(subject: Subject): Promise<void> {
  const model = await subject.makeModel();
  const calls = Array.from({ length: parallelCount }, (_, attemptIndex) =>
    ask(
      model,
      requestOf(subject.messages, {
        attempt: { taskId: "t", attemptIndex, turn: 0, seed: attemptIndex },
      }),
    ),
  );
  const responses = await Promise.all(calls);
  for (const response of responses) refuseFault(response);
  const messages = new Set(responses.map(({ message }) => message));
  if (new Set(responses).size < parallelCount || messages.size < parallelCount) {
    throw modelBroken("Two calls gave the same object. Make a response for every call.");
  }
  const ids = responses.flatMap(({ served }) => served?.responseId ?? []);
  if (new Set(ids).size < ids.length) {
    throw modelBroken(
      "Two calls gave the same served.responseId: one reply was counted twice. Take the cache out.",
    );
  }
}

async function checkProgress(subject: Subject): Promise<void> {
  const model = await subject.makeModel();
  const progresses: ModelProgress[] = [];
  let isSettled = false;
  let cameLate = false;
  const request = requestOf(subject.messages, {
    onProgress(progress) {
      progresses.push(progress);
      cameLate ||= isSettled;
    },
  });
  const { message } = await ask(model, request);
  isSettled = true;
  await new Promise((resolve) => setImmediate(resolve));
  if (cameLate) throw modelBroken("onProgress was called after the call was over.");
  const texts = progresses.flatMap((progress) =>
    progress.type === "text-delta" ? [progress.text] : [],
  );
  if (texts.length > 0 && texts.join("") !== message.content) {
    throw modelBroken(
      `The texts that onProgress was told do not make up message.content. Tell all of it, or none.`,
    );
  }
}

/** Not every vendor has it. To leave it out in silence would be to measure another agent. */
async function checkOptional(
  subject: Subject,
  request: Omit<ModelRequest, "signal">,
): Promise<void> {
  const model = await subject.makeModel();
  let response: ModelResponse;
  try {
    response = await model.generate(requestOf(request.messages, request));
  } catch (thrown) {
    if (providerErrorClass(thrown) === "unsupported-setting") return;
    throw modelBroken(
      `The call failed with ${describeRejection(thrown)}. What the vendor cannot do is refused with a ProviderError of class unsupported-setting.`,
      thrown,
    );
  }
  refuseFault(response);
}
