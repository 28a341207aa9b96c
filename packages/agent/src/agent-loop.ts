import {
  type AgentEvent,
  type AttemptContext,
  foldRun,
  type ModelRequest,
  type ModelResponse,
  type TaskInput,
  type ToolCall,
  type ToolChoice,
  type ToolSpec,
  untilAborted,
} from "@rollouts/core";
import type { AgentPlan } from "./agent-plan.ts";
import { behindGate } from "./behind-gate.ts";
import { createConversation } from "./conversation.ts";
import { withFallbacks } from "./features/fallback-models.ts";
import { finishRun } from "./finish-run.ts";
import { callHook } from "./hooks.ts";
import { callModel } from "./model-call.ts";
import { readEnd } from "./output.ts";
import { parseAnswer } from "./parse-answer.ts";
import { resolvePrompt } from "./prompt.ts";
import { createRunScope, type RunScope } from "./run-scope.ts";
import { answerToolCalls, refuseToolCall } from "./tool-calls.ts";
import { openToolbox, type Toolbox } from "./tool-sources.ts";

type Events = AsyncGenerator<AgentEvent, void, undefined>;

/** Runs an agent once: calls the model and the tools that it asks for, until it answers. */
export async function* runAgentLoop(
  plan: AgentPlan,
  input: TaskInput,
  context: AttemptContext,
): Events {
  const { hooks, fallbackModels } = plan;
  context.signal.throwIfAborted();
  await callHook(() => hooks.beforeRun?.(input, context), context.signal);
  const toolbox = await openToolbox(plan, context);
  let isOver = false;
  try {
    const standIns = fallbackModels.map((model) => behindGate(model, context));
    const model = withFallbacks(context.model, standIns);
    const scope = createRunScope(input, context, model);
    const events: AgentEvent[] = [];
    for await (const event of converse(plan, toolbox, scope)) {
      events.push(event);
      if (event.type === "end") yield* finishRun(plan, scope, foldRun(events));
      yield event;
    }
    isOver = true;
  } finally {
    // What went wrong first is what gets reported.
    await (isOver ? toolbox.close() : toolbox.close().catch(() => undefined));
  }
}

async function* converse(plan: AgentPlan, toolbox: Toolbox, scope: RunScope): Events {
  const { toolCallLimit, output, parser } = plan;
  const { context, model } = scope;
  const { signal } = context;
  const conversation = createConversation();
  const tools = toolSpecs(toolbox);
  if (tools.length > 0) yield { type: "tools", tools };
  for (const message of await resolvePrompt(plan, scope)) yield conversation.add(message);
  let callCount = 0;

  for (let turn = 0; ; turn++) {
    signal.throwIfAborted();
    const isLimitHit = callCount > toolCallLimit;
    const response = yield* callModel(model, {
      messages: [...conversation.messages],
      ...offerTools(plan, tools, { turn, isLimitHit }),
      output: output?.format,
      signal,
      attempt: scope.nextAttempt(),
    });
    yield conversation.add(response.message);
    yield { type: "usage", usage: response.usage ?? {}, served: response.served };

    const calls = callsToAnswer(response);
    if (calls.length === 0 || isLimitHit) {
      // A model that calls on all the same is told no once more, and taken at its text.
      for (const call of calls) yield conversation.add(refuseToolCall(call, toolCallLimit));
      const end = await untilAborted(readEnd(response, output?.schema), signal);
      const parsed = parser && output ? await parseAnswer(end, { parser, output }, scope) : end;
      yield* scope.takeUsage();
      yield parsed;
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

/** Calls in a reply that was cut may be cut themselves; a refusal has nothing to execute. */
function callsToAnswer({ message, finishReason }: ModelResponse): readonly ToolCall[] {
  const isCut = finishReason === "length" || finishReason === "content-filter";
  // Not a check for a string: some servers write an empty refusal beside every answer.
  return isCut || message.refusal ? [] : (message.toolCalls ?? []);
}

function toolSpecs(toolbox: Toolbox): readonly ToolSpec[] {
  return [...toolbox.tools.values()].map(({ spec }) => spec);
}

function offerTools(
  plan: AgentPlan,
  tools: readonly ToolSpec[],
  { turn, isLimitHit }: { turn: number; isLimitHit: boolean },
): Pick<ModelRequest, "tools" | "toolChoice"> {
  if (tools.length === 0) return {};
  // The tools stay: some servers refuse a conversation with calls to tools that are not declared.
  if (isLimitHit) return { tools, toolChoice: "none" };
  return { tools, toolChoice: turn === 0 ? plan.toolChoice : withoutForce(plan.toolChoice) };
}

/** A model that had to call a tool in every turn could never answer. */
function withoutForce(toolChoice: ToolChoice): ToolChoice {
  return toolChoice === "none" ? "none" : "auto";
}
