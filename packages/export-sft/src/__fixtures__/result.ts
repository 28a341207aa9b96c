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
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly attempts: readonly ExampleAttempt[];
}

export const passed: Score = { value: 1, passed: true };
export const failed: Score = { value: 0, passed: false };

export const toolExecution: ToolExecution = {
  toolCallId: "call-1",
  name: "lookup",
  rawArguments: "{}",
  status: "ok",
  result: "42",
};

/** The messages of one question and its answer. */
export function conversation(question: string, answer: string): Message[] {
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
    taskResults: tasks.map(({ id, input = "Question", metadata = {}, attempts }) =>
      toTaskResult(
        { id, metadata, input },
        attempts.map((facts, attemptIndex) => exampleAttempt(id, attemptIndex, facts)),
      ),
    ),
  });
}

export function exampleAttempt(
  taskId: string,
  attemptIndex: number,
  {
    messages = conversation("Question", "Answer"),
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

/** The conversation of the reference's examples, with one call of a tool. */
export const orderMessages: readonly Message[] = [
  { role: "system", content: "You answer about orders." },
  { role: "user", content: "Where is A17?" },
  {
    role: "assistant",
    content: null,
    toolCalls: [{ id: "call00001", name: "lookup_order", rawArguments: '{"order_id":"A17"}' }],
  },
  { role: "tool", toolCallId: "call00001", content: '{"status":"shipped"}' },
  { role: "assistant", content: "A17 has shipped." },
];

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

/** JSON of objects in one another. */
export function nestedJson(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
}

/** The same tool with parameters of so many levels. */
export function nestedTool(levels: number): ToolSpec {
  return { ...lookupOrder, parameters: JSON.parse(nestedJson(levels)) };
}

/** An attempt with the conversation of the reference's examples. */
export const orderAttempt: ExampleAttempt = {
  messages: orderMessages,
  tools: [lookupOrder],
  toolExecutions: [toolExecution],
};
