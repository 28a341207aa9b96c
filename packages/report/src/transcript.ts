import {
  type AgentRun,
  type AssistantMessage,
  isPlainObject,
  type Message,
  type ToolCall,
  type ToolExecution,
} from "@rollouts/core";
import { userText } from "./input-text.ts";
import { labelled } from "./safe-text.ts";

type Executions = Map<string, ToolExecution[]>;

/**
 * A run message by message. A text of several lines is indented below its label, deeper than any
 * label stands, so that a text cannot pass for a message of its own.
 */
export function transcriptLines({ messages, toolExecutions }: AgentRun, indent: string): string[] {
  const executions = groupByCall(toolExecutions);
  const lines = messages.flatMap((message) => messageLines(message, indent, executions));
  // An agent may report executions without the messages around them.
  const left = new Set([...executions.values()].flat());
  const rest = toolExecutions.filter((execution) => left.has(execution));
  return [...lines, ...rest.flatMap((execution) => executionLines(execution, indent))];
}

/** A conversation without executions, such as the input of a task. */
export function conversationLines(messages: readonly Message[], indent: string): string[] {
  return messages.flatMap((message) => messageLines(message, indent, new Map()));
}

function messageLines(message: Message, indent: string, executions: Executions): string[] {
  switch (message.role) {
    case "system":
      return labelled(indent, "system", message.content);
    case "user":
      return labelled(indent, `user${historyMark(message)}`, userText(message));
    case "tool": {
      const facts = `${message.toolCallId}${message.isError === true ? ", error" : ""}`;
      return labelled(indent, `tool result (${facts})${historyMark(message)}`, message.content);
    }
    case "assistant":
      return assistantLines(message, indent, executions);
  }
}

function assistantLines(
  message: AssistantMessage,
  indent: string,
  executions: Executions,
): string[] {
  const label = `assistant${historyMark(message)}`;
  // Plain JavaScript hands in null for what is not there, as some model APIs do.
  const texts: [string, string | null][] = [
    [`${label} reasoning`, message.reasoning ?? null],
    [label, message.content],
    [`${label} refusal`, message.refusal ?? null],
  ];
  const lines = [
    ...texts.flatMap(([name, text]) => (text === null ? [] : labelled(indent, name, text))),
    ...(message.toolCalls ?? []).flatMap((call) => {
      if (!isPlainObject(call)) return labelled(indent, "tool call", call);
      const status = message.fromHistory === true ? undefined : takeStatus(call, executions);
      return callLines(call, status, indent);
    }),
  ];
  return lines.length > 0 ? lines : [`${indent}${label}: (no text)`];
}

function historyMark({ fromHistory }: { readonly fromHistory?: boolean | undefined }): string {
  return fromHistory === true ? " (earlier conversation)" : "";
}

function callLines(call: ToolCall, status: string | undefined, indent: string): string[] {
  const outcome = status === undefined ? "" : ` -> ${status}`;
  return labelled(indent, `tool call ${call.name} (${call.id})${outcome}`, call.rawArguments);
}

function executionLines(execution: ToolExecution, indent: string): string[] {
  const { toolCallId, name, rawArguments, status, result } = execution;
  return [
    ...callLines({ id: toolCallId, name, rawArguments }, status, indent),
    ...(result === undefined ? [] : labelled(indent, `tool result (${toolCallId})`, result)),
  ];
}

/** Last first: some providers use an id again in a later turn, and each call takes one off. */
function groupByCall(toolExecutions: readonly ToolExecution[]): Executions {
  const executions: Executions = new Map();
  for (const execution of toolExecutions.toReversed()) {
    const key = keyOf(execution.toolCallId, execution.name);
    const known = executions.get(key);
    if (known === undefined) executions.set(key, [execution]);
    else known.push(execution);
  }
  return executions;
}

function takeStatus({ id, name }: ToolCall, executions: Executions): string | undefined {
  return executions.get(keyOf(id, name))?.pop()?.status;
}

function keyOf(id: string, name: string): string {
  return JSON.stringify([id, name]);
}
