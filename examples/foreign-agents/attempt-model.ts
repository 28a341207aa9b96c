import {
  type AttemptContext,
  addUsage,
  type FunctionAgentFacts,
  type Json,
  type Message,
  type ModelRequest,
  type ModelResponse,
  type TaskInput,
  type ToolExecution,
  type Usage,
} from "@rollouts/core";

/** The model of one attempt, for a framework to call. It notes what was said. */
export interface AttemptModel {
  generate(request: Omit<ModelRequest, "signal" | "attempt">): Promise<ModelResponse>;
  /** What the agent says of its run, beside its answer. */
  facts(): FunctionAgentFacts;
}

/**
 * The model that an attempt gives to its agent: behind the gate, with the signal and the seed of the
 * attempt. Every framework here calls this one, so its own clients, retries and caches stay out.
 */
export function attemptModel(context: AttemptContext): AttemptModel {
  const { model, signal, taskId, attemptIndex, seed } = context;
  let turn = 0;
  let usage: Usage | undefined;
  let last:
    | { request: Pick<ModelRequest, "messages" | "tools">; response: ModelResponse }
    | undefined;
  return {
    async generate(request) {
      const attempt = { taskId, attemptIndex, turn, seed };
      turn += 1;
      const response = await model.generate({ ...request, signal, attempt });
      const used = response.usage ?? {};
      usage = usage === undefined ? used : addUsage(usage, used);
      last = { request, response };
      return response;
    },
    facts() {
      if (last === undefined) return {};
      const { request, response } = last;
      const messages = [...request.messages, response.message];
      const isCut = response.finishReason === "length";
      return {
        messages,
        toolExecutions: executionsIn(messages),
        tools: request.tools,
        usage,
        status: isCut ? "truncated" : "completed",
        refusal: response.message.refusal,
      };
    },
  };
}

/** The text that a task asks. These agents know no other input. */
export function toPrompt(input: TaskInput): string {
  if (typeof input === "string") return input;
  throw new TypeError("This agent takes a text as its input, not messages.");
}

/** The answers to tool calls, with the calls. */
function executionsIn(messages: readonly Message[]): readonly ToolExecution[] {
  const calls = messages.flatMap((message) =>
    message.role === "assistant" ? (message.toolCalls ?? []) : [],
  );
  return messages.flatMap((message) => {
    if (message.role !== "tool") return [];
    const call = calls.find(({ id }) => id === message.toolCallId);
    if (call === undefined) return [];
    const { id: toolCallId, name, rawArguments } = call;
    const status = message.isError ? ("error" as const) : ("ok" as const);
    const parsed = parse(rawArguments);
    return [{ toolCallId, name, rawArguments, arguments: parsed, status, result: message.content }];
  });
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
