import { type AgentRun, isPlainObject, type Message, type ToolExecution } from "@rollouts/core";
import { userText } from "./input-text.ts";
import { toJsonText, toText } from "./json-text.ts";
import { labelled } from "./safe-text.ts";

/** A message, an execution or a call as it was read: of its members nothing is known. */
type Members = Readonly<Record<string, unknown>>;
type Executions = Map<string, Members[]>;

/**
 * A run message by message. A text of several lines is indented below its label, deeper than any
 * label stands, so that a text cannot pass for a message of its own. What is no message, no call and
 * no execution, as a file may have it, is shown as JSON.
 */
export function transcriptLines({ messages, toolExecutions }: AgentRun, indent: string): string[] {
  const executions = groupByCall(toolExecutions);
  const lines = messages.flatMap((message) => messageLines(message, indent, executions));
  // An agent may report executions without the messages around them.
  const left = new Set<unknown>([...executions.values()].flat());
  const rest = toolExecutions.flatMap((execution: unknown) => {
    if (!isPlainObject(execution)) return labelled(indent, "tool execution", execution);
    return left.has(execution) ? executionLines(execution, indent) : [];
  });
  return [...lines, ...rest];
}

/** A conversation without executions, such as the input of a task. */
export function conversationLines(messages: readonly Message[], indent: string): string[] {
  return messages.flatMap((message) => messageLines(message, indent, new Map()));
}

function messageLines(message: unknown, indent: string, executions: Executions): string[] {
  const members: Members = isPlainObject(message) ? message : {};
  switch (members.role) {
    case "system":
      return labelled(indent, "system", members.content);
    case "user":
      return labelled(indent, `user${historyMark(members)}`, userText(members));
    case "tool": {
      const facts = `${toText(members.toolCallId)}${members.isError === true ? ", error" : ""}`;
      return labelled(indent, `tool result (${facts})${historyMark(members)}`, members.content);
    }
    case "assistant":
      return assistantLines(members, indent, executions);
    default:
      return labelled(indent, "message", toJsonText(message));
  }
}

function assistantLines(message: Members, indent: string, executions: Executions): string[] {
  const label = `assistant${historyMark(message)}`;
  const { reasoning, content, refusal, toolCalls } = message;
  const texts = [
    [`${label} reasoning`, reasoning],
    [label, content],
    [`${label} refusal`, refusal],
  ] as const;
  const lines = [
    // Plain JavaScript hands in null for what is not there, as some model APIs do.
    ...texts.flatMap(([name, text]) => (text == null ? [] : labelled(indent, name, text))),
    ...listOf(toolCalls).flatMap((call) => {
      if (!isPlainObject(call)) return labelled(indent, "tool call", call);
      const status = message.fromHistory === true ? undefined : takeStatus(call, executions);
      return callLines(call, status, indent);
    }),
  ];
  return lines.length > 0 ? lines : [`${indent}${label}: (no text)`];
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value == null ? [] : [value];
}

function historyMark({ fromHistory }: Members): string {
  return fromHistory === true ? " (earlier conversation)" : "";
}

function callLines({ id, name, rawArguments }: Members, status: unknown, indent: string): string[] {
  const outcome = status === undefined ? "" : ` -> ${toText(status)}`;
  return labelled(indent, `tool call ${toText(name)} (${toText(id)})${outcome}`, rawArguments);
}

function executionLines(execution: Members, indent: string): string[] {
  const { toolCallId, name, rawArguments, status, result } = execution;
  return [
    ...callLines({ id: toolCallId, name, rawArguments }, status, indent),
    ...(result === undefined
      ? []
      : labelled(indent, `tool result (${toText(toolCallId)})`, result)),
  ];
}

/** Last first: some providers use an id again in a later turn, and each call takes one off. */
function groupByCall(toolExecutions: readonly ToolExecution[]): Executions {
  const executions: Executions = new Map();
  for (const execution of toolExecutions.toReversed() as readonly unknown[]) {
    if (!isPlainObject(execution)) continue;
    const key = keyOf(execution.toolCallId, execution.name);
    const known = executions.get(key);
    if (known === undefined) executions.set(key, [execution]);
    else known.push(execution);
  }
  return executions;
}

function takeStatus({ id, name }: Members, executions: Executions): unknown {
  return executions.get(keyOf(id, name))?.pop()?.status;
}

function keyOf(id: unknown, name: unknown): string {
  return toJsonText([id, name]);
}
