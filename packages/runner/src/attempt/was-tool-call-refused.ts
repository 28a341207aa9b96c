import type { AgentRun, Message, TaskInput } from "@rollouts/core";

/**
 * True when a tool call of this run was refused: that leaves only a message, while a call that was
 * executed leaves an execution as well.
 */
export function wasToolCallRefused(run: AgentRun, input: TaskInput): boolean {
  const failed = failedCalls(run.messages);
  if (failed.length === 0) return false;
  const executed = new Set(run.toolExecutions.map(({ toolCallId }) => toolCallId));
  // The task's own conversation stands in the messages too. One by one, since models reuse ids.
  const given = typeof input === "string" ? [] : failedCalls(input);
  return failed.some((id) => {
    const position = given.indexOf(id);
    if (position === -1) return !executed.has(id);
    given.splice(position, 1);
    return false;
  });
}

function failedCalls(messages: readonly Message[]): string[] {
  return messages.flatMap((message) =>
    message.role === "tool" && message.isError === true && message.fromHistory !== true
      ? [message.toolCallId]
      : [],
  );
}
