import { describeValue } from "@rollouts/core";
import type { ProfileTools, SftProfile } from "../profiles/profile.ts";
import type { Fault } from "./fault.ts";
import { isAboutTools } from "./is-about-tools.ts";
import { isNestedOver, maxNesting } from "./nesting.ts";
import { parseArguments, survivesParsing } from "./parse-arguments.ts";
import { toolNameFault } from "./tool-name-fault.ts";
import type { AssistantTurn, ToolTurn, TrainingMessage } from "./training-conversation.ts";

/** Finds calls without a reply, replies without a call, and calls that cannot be written. */
export function* findCallFaults(
  messages: readonly TrainingMessage[],
  { tools }: Pick<SftProfile, "tools">,
): Generator<Fault> {
  if (tools === null || !messages.some(isAboutTools)) return;
  let caller: AssistantTurn | null = null;
  const open = new Set<string>();
  for (const message of messages) {
    if (message.role === "tool") {
      yield* findReplyFaults(message, open, tools);
      open.delete(message.toolCallId);
      continue;
    }
    yield* findUnanswered(caller, open);
    open.clear();
    if (message.role !== "assistant") continue;
    caller = message;
    yield* findTurnFaults(message, tools);
    for (const { id } of message.toolCalls) {
      if (open.has(id) || id === "") yield wrongId(message.index, id);
      open.add(id);
    }
  }
  yield* findUnanswered(caller, open);
}

/** `open` are the calls without a reply so far, in their order. */
function* findReplyFaults(
  { toolCallId, index }: ToolTurn,
  open: ReadonlySet<string>,
  { replyOrder }: ProfileTools,
): Generator<Fault> {
  if (!open.has(toolCallId)) {
    const fault = `answers the call ${describeValue(toolCallId)}, which is not open`;
    yield { code: "unmatched-result", message: index, fault };
    return;
  }
  const [first] = open;
  if (replyOrder === "any" || first === toolCallId) return;
  const fault = `answers the call ${describeValue(toolCallId)} before ${describeValue(first)}, which was made before it`;
  yield { code: "replies-out-of-order", message: index, fault };
}

function* findUnanswered(
  caller: AssistantTurn | null,
  open: ReadonlySet<string>,
): Generator<Fault> {
  for (const id of open) {
    const fault = `the call ${describeValue(id)} has no reply right after it`;
    yield { code: "unanswered-call", message: caller?.index ?? null, fault };
  }
}

function* findTurnFaults(turn: AssistantTurn, tools: ProfileTools): Generator<Fault> {
  const { content, toolCalls, index } = turn;
  if (toolCalls.length === 0) return;
  if (!tools.textBesideCalls && content !== null && content !== "") {
    const fault = "has text beside its tool calls";
    yield { code: "text-beside-calls", message: index, fault };
  }
  for (const { name, rawArguments } of toolCalls) {
    const nameFault = toolNameFault(name);
    if (nameFault !== null) yield { code: "tool-name", message: index, fault: nameFault };
    const found = findArgumentsFault(rawArguments, tools);
    if (found === null) continue;
    const fault = `the arguments of ${describeValue(name)} ${found.fault}`;
    yield { code: found.code, message: index, fault };
  }
}

function findArgumentsFault(
  rawArguments: string,
  { argumentsAs }: ProfileTools,
): Pick<Fault, "code" | "fault"> | null {
  const parsed = parseArguments(rawArguments);
  if (parsed === null) {
    return { code: "arguments-not-json", fault: "are not the JSON of an object" };
  }
  if (isNestedOver(parsed, maxNesting)) {
    return { code: "too-deep", fault: `are nested over ${maxNesting} deep` };
  }
  if (argumentsAs === "string" || survivesParsing(rawArguments)) return null;
  return { code: "arguments-not-exact", fault: "change when they are parsed" };
}

function wrongId(index: number, id: string): Fault {
  const fault = id === "" ? "a call has no id" : `two calls have the id ${describeValue(id)}`;
  return { code: "call-id", message: index, fault };
}
