// A result of any size that is never in memory: attempts are made when they are asked for.

const line = "The quick brown fox jumps over the lazy dog, and the tool said that it was naïve.\n";
const isolation = { store: "fresh", tools: "shared", process: "shared" };
const tools = [{ name: "lookup", description: "Find it", parameters: { type: "object" } }];

/** Conversations of about 2 KB, a quarter of them with a tool call; all pass, no two are equal. */
export function makeSource(taskCount, k) {
  return {
    specVersion: "v1",
    header: {
      env: "bench",
      k,
      seed: 0,
      envFingerprint: null,
      policyFingerprint: null,
      envParts: {},
      policyParts: {},
      isolation,
      end: null,
    },
    async *tasks() {
      for (let index = 0; index < taskCount; index++) {
        const task = { id: `task-${index}`, input: `Question ${index}`, metadata: {} };
        yield { task, attemptCount: k, scoredCount: k, unscoredCount: 0, unscoredCauses: {} };
      }
    },
    async *attempts(taskId) {
      for (let index = 0; index < k; index++) yield makeAttempt(taskId, index);
    },
  };
}

function makeAttempt(taskId, attemptIndex) {
  const hasCall = attemptIndex % 4 === 0;
  const id = `call_${attemptIndex}`;
  const rawArguments = JSON.stringify({ query: taskId, limit: attemptIndex });
  const call = [
    { role: "assistant", content: null, toolCalls: [{ id, name: "lookup", rawArguments }] },
    { role: "tool", toolCallId: id, content: line.repeat(4) },
  ];
  const messages = [
    { role: "system", content: `System. ${line.repeat(2)}` },
    { role: "user", content: `${taskId}: ${line.repeat(18)}` },
    ...(hasCall ? call : []),
    { role: "assistant", content: `${line.repeat(4)}${attemptIndex}` },
  ];
  return {
    taskId,
    attemptIndex,
    run: { status: "completed", text: null, messages, tools, toolExecutions: [], served: [] },
    score: { value: 1, passed: true },
    unscored: null,
    metrics: {},
    stopReason: "completed",
    error: null,
    errorType: null,
    durationMs: 1,
    waitedMs: 0,
    toolCallLimitHit: false,
    tries: [],
  };
}
