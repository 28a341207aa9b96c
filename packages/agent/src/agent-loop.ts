import type {
  AgentEvent,
  AttemptContext,
  ModelRequest,
  ModelResponse,
  TaskInput,
  ToolCall,
  ToolChoice,
} from "@rollouts/core";
import type { AgentPlan } from "./agent-plan.ts";
import { createConversation, toPrompt } from "./conversation.ts";
import { callModel } from "./model-call.ts";
import { readEnd } from "./output.ts";
import { answerToolCalls, refuseToolCall } from "./tool-calls.ts";
import { openToolbox, type Toolbox } from "./tool-sources.ts";
import { untilAborted } from "./until-aborted.ts";

type Events = AsyncGenerator<AgentEvent, void, undefined>;

/** Runs an agent once: calls the model and the tools that it asks for, until it answers. */
export async function* runAgentLoop(
  plan: AgentPlan,
  input: TaskInput,
  context: AttemptContext,
): Events {
  context.signal.throwIfAborted();
  const toolbox = await openToolbox(plan, context);
  let isOver = false;
  try {
    yield* converse(plan, toolbox, { input, context });
    isOver = true;
  } finally {
    // What went wrong first is what gets reported.
    await (isOver ? toolbox.close() : toolbox.close().catch(() => undefined));
  }
}

async function* converse(
  plan: AgentPlan,
  toolbox: Toolbox,
  { input, context }: { input: TaskInput; context: AttemptContext },
): Events {
  const { toolCallLimit } = plan;
  const { model, signal } = context;
  const conversation = createConversation();
  for (const message of toPrompt(plan.instructions, input)) yield conversation.add(message);
  let callCount = 0;

  for (let turn = 0; ; turn++) {
    signal.throwIfAborted();
    const isLimitHit = callCount > toolCallLimit;
    const response = yield* callModel(model, {
      messages: [...conversation.messages],
      ...offerTools(plan, toolbox, { turn, isLimitHit }),
      output: plan.output?.format,
      signal,
      attempt: toAttempt(context, turn),
    });
    yield conversation.add(response.message);
    yield { type: "usage", usage: response.usage ?? {}, served: response.served };

    const calls = callsToAnswer(response);
    if (calls.length === 0 || isLimitHit) {
      // A model that calls on all the same is told no once more, and taken at its text.
      for (const call of calls) yield conversation.add(refuseToolCall(call, toolCallLimit));
      yield await untilAborted(readEnd(response, plan.output?.schema), signal);
      return;
    }
    const outcome = yield* answerToolCalls(calls, {
      tools: plan.toolChoice === "none" ? new Map() : toolbox.tools,
      conversation,
      context,
      remaining: toolCallLimit - callCount,
      toolCallLimit,
    });
    if (outcome === "paused") {
      yield { type: "end", status: "paused", text: response.message.content };
      return;
    }
    callCount += calls.length;
  }
}

function toAttempt(
  { taskId, attemptIndex, seed }: AttemptContext,
  turn: number,
): ModelRequest["attempt"] {
  return { taskId, attemptIndex, turn, seed };
}

/** Calls in a reply that was cut may be cut themselves; a refusal has nothing to execute. */
function callsToAnswer({ message, finishReason }: ModelResponse): readonly ToolCall[] {
  const isCut = finishReason === "length" || finishReason === "content-filter";
  return isCut || typeof message.refusal === "string" ? [] : (message.toolCalls ?? []);
}

function offerTools(
  plan: AgentPlan,
  toolbox: Toolbox,
  { turn, isLimitHit }: { turn: number; isLimitHit: boolean },
): Pick<ModelRequest, "tools" | "toolChoice"> {
  const tools = [...toolbox.tools.values()].map(({ spec }) => spec);
  if (tools.length === 0) return {};
  // The tools stay: some servers refuse a conversation with calls to tools that are not declared.
  if (isLimitHit) return { tools, toolChoice: "none" };
  return { tools, toolChoice: turn === 0 ? plan.toolChoice : withoutForce(plan.toolChoice) };
}

/** A model that had to call a tool in every turn could never answer. */
function withoutForce(toolChoice: ToolChoice): ToolChoice {
  return toolChoice === "none" ? "none" : "auto";
}
