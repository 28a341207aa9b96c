import {
  type AttemptContext,
  describeThrown,
  describeValue,
  type MessageEvent,
  type Tool,
  type ToolCall,
  type ToolExecution,
  type ToolExecutionEvent,
  type ToolMessage,
  untilAborted,
} from "@rollouts/core";
import type { Conversation } from "./conversation.ts";
import { parseJson } from "./parse-json.ts";
import { toResultText } from "./tool-result.ts";

/** What tool calls are answered with. */
export interface ToolCallSetting {
  /** The tools that may be called. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** Takes the answers. */
  readonly conversation: Conversation;
  readonly context: AttemptContext;
  /** How many more calls the run may make. */
  readonly remaining: number;
  /** How many it may make in all, for the words of a refusal. */
  readonly toolCallLimit: number;
}

/**
 * Answers the tool calls of one reply, one after another, since a later call may rely on what an
 * earlier one did. Calls beyond the limit are refused.
 *
 * From a call on that needs approval, nothing is executed: it and the calls behind it are `paused`.
 */
export async function* answerToolCalls(
  calls: readonly ToolCall[],
  setting: ToolCallSetting,
): AsyncGenerator<MessageEvent | ToolExecutionEvent, "answered" | "paused", undefined> {
  const { conversation, context, remaining, toolCallLimit } = setting;
  let isPaused = false;
  for (const [index, call] of calls.entries()) {
    if (index >= remaining) {
      yield conversation.add(refuseToolCall(call, toolCallLimit));
      continue;
    }
    context.signal.throwIfAborted();
    const execution = await executeToolCall(call, setting, isPaused);
    yield { type: "tool-execution", execution };
    if (execution.status === "paused") isPaused = true;
    else yield conversation.add(toToolMessage(execution));
  }
  return isPaused ? "paused" : "answered";
}

/** The answer to a call beyond the limit. No execution goes with it: that marks the limit as hit. */
export function refuseToolCall(call: ToolCall, toolCallLimit: number): ToolMessage {
  return {
    role: "tool",
    toolCallId: call.id,
    content: `Not executed: the limit of tool calls in this run, ${toolCallLimit}, is reached. Answer with what you have.`,
    isError: true,
  };
}

async function executeToolCall(
  call: ToolCall,
  { tools, context }: ToolCallSetting,
  isPaused: boolean,
): Promise<ToolExecution> {
  const { id, name, rawArguments } = call;
  // Tools without parameters are often called with no text at all.
  const argumentsText = rawArguments.trim() === "" ? "{}" : rawArguments;
  const parsed = parseJson(argumentsText);
  const facts = {
    toolCallId: id,
    name,
    rawArguments,
    ...(parsed.ok ? { arguments: parsed.value } : {}),
  };
  if (isPaused) return { ...facts, status: "paused" };
  const tool = tools.get(name);
  if (tool === undefined) return { ...facts, ...failed(describeMissingTool(name, tools)) };
  if (!parsed.ok) {
    return { ...facts, ...failed(`The arguments are ${parsed.problem}. Nothing was executed.`) };
  }
  if (tool.needsApproval === true) return { ...facts, status: "paused" };
  const startedAt = performance.now();
  // Parsed anew, so that a tool that changes its input leaves the record alone.
  const outcome = await runTool(tool, JSON.parse(argumentsText), context);
  return { ...facts, ...outcome, durationMs: Math.round(performance.now() - startedAt) };
}

function describeMissingTool(name: string, tools: ReadonlyMap<string, Tool>): string {
  if (tools.size === 0) return "No tool can be called. Answer without one.";
  const known = [...tools.keys()].join(", ");
  return `There is no tool named ${describeValue(name)}. The tools are ${known}.`;
}

type Outcome = Pick<ToolExecution, "status" | "result">;

async function runTool(tool: Tool, input: unknown, context: AttemptContext): Promise<Outcome> {
  try {
    const work = (async () => tool.execute(input, context))();
    return { status: "ok", result: toResultText(await untilAborted(work, context.signal)) };
  } catch (error) {
    context.signal.throwIfAborted();
    return failed(describeThrown(error) || "The tool failed and said nothing.");
  }
}

/** Says it in words too, since most APIs have no mark for a failed call. */
function failed(problem: string): Outcome {
  return { status: "error", result: `Error: ${problem}` };
}

function toToolMessage({ toolCallId, status, result = "" }: ToolExecution): ToolMessage {
  const answer = { role: "tool", toolCallId, content: result } as const;
  return status === "error" ? { ...answer, isError: true } : answer;
}
