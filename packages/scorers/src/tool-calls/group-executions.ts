import type { AgentRun, ToolExecution } from "@rollouts/core";

type RunWithTools = Pick<AgentRun, "messages" | "toolExecutions">;

/**
 * The positions of the executions in order, in groups that are in no order among themselves: a model
 * that makes several calls in one message puts them in none.
 *
 * A group reaches from the first to the last execution that one assistant message asked for. What
 * stands between them, such as a call of an agent within the agent, ran at the same time and belongs to
 * it; any other execution that no message asked for is a group of its own.
 */
export function groupExecutions(run: RunWithTools): number[][] {
  const asking = askingMessages(run);
  const lastOf = new Map(asking.map((message, position) => [message, position]));
  const groups: number[][] = [];
  let end = -1;
  for (const [position, message] of asking.entries()) {
    if (position > end) groups.push([]);
    groups.at(-1)?.push(position);
    const last = message === undefined ? position : (lastOf.get(message) ?? position);
    end = Math.max(end, last);
  }
  return groups;
}

/** A message that asked for a call. */
interface Mention {
  readonly message: number;
  readonly name: string;
  readonly rawArguments: string;
}

/**
 * For each execution the index of the message that asked for it.
 *
 * Ids alone do not tell: some providers number their calls anew in every reply, a conversation that
 * the task began with may use the same ids, and a call that was asked for may never have been executed.
 * So executions are matched from the last one back, none with a later message than the one after it,
 * and rather with a call of the same name and arguments; each call once.
 */
function askingMessages({ messages, toolExecutions }: RunWithTools): (number | undefined)[] {
  const mentions = new Map<string, Mention[]>();
  for (const [message, { role, ...rest }] of messages.entries()) {
    if (role !== "assistant" || !("toolCalls" in rest)) continue;
    for (const { id, name, rawArguments } of rest.toolCalls ?? []) {
      mentions.set(id, [...(mentions.get(id) ?? []), { message, name, rawArguments }]);
    }
  }
  const found: (number | undefined)[] = [];
  let latest = messages.length;
  for (const execution of toolExecutions.toReversed()) {
    const mention = takeMention(mentions.get(execution.toolCallId) ?? [], execution, latest);
    found.push(mention?.message);
    latest = mention?.message ?? latest;
  }
  return found.reverse();
}

function takeMention(
  mentions: Mention[],
  { name, rawArguments }: ToolExecution,
  latest: number,
): Mention | undefined {
  const isInTime = ({ message }: Mention) => message <= latest;
  const isSame = (one: Mention) => one.name === name && one.rawArguments === rawArguments;
  const same = mentions.findLastIndex((one) => isInTime(one) && isSame(one));
  const index = same === -1 ? mentions.findLastIndex(isInTime) : same;
  return index === -1 ? undefined : mentions.splice(index, 1)[0];
}
