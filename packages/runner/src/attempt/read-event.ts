import {
  type AgentEvent,
  describeValue,
  type EndEvent,
  type Message,
  RolloutsError,
  type Served,
  type ToolExecution,
  type ToolSpec,
  type Usage,
  usageMembers,
} from "@rollouts/core";
import { isAmount } from "../values/is-amount.ts";

/** An object of which nothing else is known yet. */
type Members = Readonly<Record<string, unknown>>;

const roles: readonly unknown[] = ["system", "user", "assistant", "tool"];
const executionStatuses: readonly unknown[] = ["ok", "error", "rejected", "paused"];
const endStatuses: readonly unknown[] = ["completed", "truncated", "paused"];

/**
 * Copies one event of an agent, so that nothing the agent does to it later shows in the result.
 *
 * What is no event, or not a whole one, comes out as an `error` event that says so. Never throws.
 */
export function readEvent<Output>(value: unknown): AgentEvent<Output> {
  try {
    return copyEvent<Output>(toMembers(value, "event"));
  } catch (thrown) {
    return { type: "error", error: thrown };
  }
}

function copyEvent<Output>(event: Members): AgentEvent<Output> {
  switch (event.type) {
    case "tools":
      return { type: "tools", tools: copyTools(event.tools) };
    case "text-delta":
      check(typeof event.text === "string", "text", event.text);
      return { type: "text-delta", text: event.text };
    case "message":
      return { type: "message", message: copyMessage(event.message) };
    case "tool-execution":
      return { type: "tool-execution", execution: copyExecution(event.execution) };
    case "usage":
      return { type: "usage", usage: copyUsage(event.usage), ...copyServed(event.served) };
    case "error":
      return { type: "error", error: event.error, ...textMember("errorType", event.errorType) };
    case "end":
      return copyEnd(event);
    default:
      throw broken("type", event.type);
  }
}

function copyTools(value: unknown): readonly ToolSpec[] {
  check(Array.isArray(value), "tools", value);
  for (const [index, tool] of value.entries()) {
    const { name, parameters } = toMembers(tool, `tools[${index}]`);
    check(typeof name === "string", `tools[${index}].name`, name);
    toMembers(parameters, `tools[${index}].parameters`);
  }
  return Object.freeze([...value]);
}

function copyMessage(value: unknown): Message {
  const message = { ...toMembers(value, "message") };
  const { role, content } = message;
  const isContent =
    typeof content === "string" ||
    (role === "assistant" && content === null) ||
    (role === "user" && Array.isArray(content));
  check(roles.includes(role), "message.role", role);
  check(isContent, "message.content", content);
  if (role === "tool") {
    check(typeof message.toolCallId === "string", "message.toolCallId", message.toolCallId);
  }
  if (role === "assistant" && message.toolCalls !== undefined) {
    check(Array.isArray(message.toolCalls), "message.toolCalls", message.toolCalls);
  }
  return Object.freeze(message) as unknown as Message;
}

function copyExecution(value: unknown): ToolExecution {
  const execution = { ...toMembers(value, "execution") };
  for (const member of ["toolCallId", "name", "rawArguments"]) {
    check(typeof execution[member] === "string", `execution.${member}`, execution[member]);
  }
  const { status } = execution;
  check(executionStatuses.includes(status), "execution.status", status);
  return Object.freeze(execution) as unknown as ToolExecution;
}

function copyUsage(value: unknown): Usage {
  const usage = toMembers(value, "usage");
  const copy: { -readonly [Member in keyof Usage]: Usage[Member] } = {};
  for (const member of usageMembers) {
    const amount = usage[member] ?? undefined;
    if (amount === undefined) continue;
    check(isAmount(amount), `usage.${member}`, amount);
    copy[member] = amount;
  }
  return copy;
}

function copyServed(value: unknown): { served?: Served } {
  if (value === undefined || value === null) return {};
  return { served: Object.freeze({ ...toMembers(value, "served") }) };
}

function copyEnd<Output>(event: Members): AgentEvent<Output> {
  const { status, text } = event;
  check(isEndStatus(status), "status", status);
  check(text === null || typeof text === "string", "text", text);
  return {
    type: "end",
    status,
    output: event.output as Output | undefined,
    text,
    ...textMember("outputError", event.outputError),
    ...textMember("refusal", event.refusal),
  };
}

function isEndStatus(value: unknown): value is EndEvent["status"] {
  return endStatuses.includes(value);
}

/** A text that may be missing. */
function textMember<Name extends string>(
  name: Name,
  value: unknown,
): { readonly [Key in Name]?: string } {
  if (value === undefined || value === null) return {};
  check(typeof value === "string", name, value);
  return { [name]: value } as { [Key in Name]?: string };
}

function toMembers(value: unknown, path: string): Members {
  check(typeof value === "object" && value !== null, path, value);
  return value as Members;
}

function check(isRight: boolean, path: string, found: unknown): asserts isRight {
  if (!isRight) throw broken(path, found);
}

function broken(path: string, found: unknown): RolloutsError {
  return new RolloutsError({
    code: "agent_contract",
    message: `The agent yielded an event that breaks the contract of AgentEvent: its ${path} is ${describeValue(found)}.`,
  });
}
