import {
  type AttemptResult,
  type Message,
  RolloutResult,
  type Score,
  type StopReason,
  type TaskInput,
  type ToolExecution,
  type ToolSpec,
  toTaskResult,
} from "@rollouts/core";

export interface ExampleAttempt {
  /** Default: one question and one answer. */
  readonly messages?: readonly Message[];
  /** Default: passed with value 1. */
  readonly score?: Score | null;
  readonly stopReason?: StopReason;
  readonly toolCallLimitHit?: boolean;
  readonly toolExecutions?: readonly ToolExecution[];
  /** Default: the agent does not say. */
  readonly tools?: readonly ToolSpec[];
  /** Default: the run tells none. */
  readonly text?: string | null;
  readonly refusal?: string;
}

export interface ExampleTask {
  readonly id: string;
  /** Default: a question. */
  readonly input?: TaskInput;
  readonly expected?: unknown;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly attempts: readonly ExampleAttempt[];
}

export const passed: Score = { value: 1, passed: true };
export const failed: Score = { value: 0, passed: false };

/** A passing attempt that answers the question of `conversation` so. */
export const pass = (answer: string, value = 1): ExampleAttempt => ({
  messages: conversation(answer),
  score: { value, passed: true },
});

/** A failing one. */
export const fail = (answer: string, value = 0): ExampleAttempt => ({
  messages: conversation(answer),
  score: { value, passed: false },
});

/** The messages of one question and its answer. */
export function conversation(answer: string, question = "Question"): Message[] {
  return [
    { role: "user", content: question },
    { role: "assistant", content: answer },
  ];
}

/** A finished result with the given attempts. */
export function exampleResult(tasks: readonly ExampleTask[]): RolloutResult {
  return new RolloutResult({
    header: {
      env: "example",
      k: Math.max(1, ...tasks.map(({ attempts }) => attempts.length)),
      seed: 7,
      envFingerprint: `envfp1:${"a".repeat(64)}`,
      policyFingerprint: `polfp1:${"b".repeat(64)}`,
      envParts: {},
      policyParts: {},
      isolation: { store: "fresh", tools: "shared", process: "shared" },
      end: { status: "finished", stoppedEarly: null, durationMs: 1 },
    },
    taskResults: tasks.map(({ id, input = "Question", expected, metadata = {}, attempts }) =>
      toTaskResult(
        { id, metadata, input, expected },
        attempts.map((facts, attemptIndex) => exampleAttempt(id, attemptIndex, facts)),
      ),
    ),
  });
}

function exampleAttempt(
  taskId: string,
  attemptIndex: number,
  {
    messages = conversation("Answer"),
    score = passed,
    stopReason = "completed",
    toolCallLimitHit = false,
    toolExecutions = [],
    tools,
    text = null,
    refusal,
  }: ExampleAttempt = {},
): AttemptResult {
  return {
    taskId,
    attemptIndex,
    run: { status: "completed", text, messages, tools, toolExecutions, served: [], refusal },
    score,
    unscored: score === null ? { cause: "cannot-tell", reason: "unclear" } : null,
    metrics: {},
    stopReason,
    error: null,
    errorType: null,
    durationMs: 1,
    waitedMs: 0,
    toolCallLimitHit,
    tries: [],
  };
}

const system: Message = { role: "system", content: "You answer about orders." };
const user: Message = { role: "user", content: "Where is A17?" };

/** The prompt of the reference's examples. */
export const orderPrompt: readonly Message[] = [system, user];

/** The reply of its tool. */
export const shipped: Message = {
  role: "tool",
  toolCallId: "call00001",
  content: '{"status":"shipped"}',
};

/** The call of its tool, as an answer. */
export const orderCall: Message = {
  role: "assistant",
  content: null,
  toolCalls: [{ id: "call00001", name: "lookup_order", rawArguments: '{"order_id":"A17"}' }],
};

/** The tool of the reference's examples. */
export const lookupOrder: ToolSpec = {
  name: "lookup_order",
  description: "Find one order",
  parameters: {
    type: "object",
    properties: { order_id: { type: "string" } },
    required: ["order_id"],
  },
};

const toolExecution: ToolExecution = {
  toolCallId: "call00001",
  name: "lookup_order",
  rawArguments: '{"order_id":"A17"}',
  status: "ok",
  result: '{"status":"shipped"}',
};

/** A passing attempt at the prompt of the reference's examples, without tools. */
export const goodAnswer: ExampleAttempt = {
  messages: [...orderPrompt, { role: "assistant", content: "A17 has shipped." }],
};

/** A failing one. */
export const badAnswer: ExampleAttempt = {
  messages: [...orderPrompt, { role: "assistant", content: "I cannot say." }],
  score: failed,
};

/** A passing one that calls the tool. */
export const goodRun: ExampleAttempt = {
  messages: [
    ...orderPrompt,
    orderCall,
    shipped,
    { role: "assistant", content: "A17 has shipped." },
  ],
  tools: [lookupOrder],
  toolExecutions: [toolExecution],
};

/** A failing one that had the tool and did not call it. */
export const badRun: ExampleAttempt = { ...badAnswer, tools: [lookupOrder] };
