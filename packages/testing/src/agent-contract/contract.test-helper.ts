import {
  type Agent,
  type AttemptResult,
  createAttemptContext,
  type FunctionAgentOptions,
  foldRun,
  frozenClone,
  functionAgent,
  type Message,
  resolveTasks,
  type TaskInput,
  type TextAnswer,
  type Tool,
  type ToolExecution,
  toTaskResult,
} from "@rollouts/core";
import { type AgentContractOptions, agentContract } from "../agent-contract.ts";
import { scriptedModel } from "../scripted-model.ts";
import type { RunRollouts } from "./real-run-case.ts";

/** Runs all cases in order and gives the messages of those that fail, by name. */
export async function failuresOf(options: AgentContractOptions): Promise<Record<string, string>> {
  const failures: Record<string, string> = {};
  for (const { name, run } of agentContract({ runRollouts: miniRunRollouts, ...options })) {
    await run().catch((error: Error) => {
      failures[name] = error.message;
    });
  }
  return failures;
}

/** The rejection of one case; fails when there is none. */
export async function failureOf(name: string, options: AgentContractOptions): Promise<Error> {
  const found = agentContract(options).find((contractCase) => contractCase.name === name);
  if (found === undefined) throw new Error(`there is no case ${name}`);
  return found.run().then(
    () => Promise.reject(new Error(`${name} passed`)),
    (error: Error) => error,
  );
}

/** Its replies never come: the suite puts a model of its own in its place. */
export const declaredModel = scriptedModel([]);

/** An agent of one function that has a model. */
export function modelAgent(run: FunctionAgentOptions<TextAnswer>["run"]): Agent {
  return functionAgent({ name: "under test", model: declaredModel, identity: { v: 1 }, run });
}

export function toMessages(input: TaskInput): readonly Message[] {
  return typeof input === "string" ? [{ role: "user", content: input }] : input;
}

/** A tool-calling loop like any other, with tools that are made for each run. */
export function toolAgent(openTools: () => readonly Tool[]): Agent {
  return modelAgent(async (input, context) => {
    const tools = openTools();
    const messages: Message[] = [...toMessages(input)];
    const toolExecutions: ToolExecution[] = [];
    while (true) {
      const { message } = await context.model.generate({
        messages: [...messages],
        tools: tools.map(({ spec }) => spec),
        signal: context.signal,
      });
      messages.push(message);
      if (!message.toolCalls?.length) return { text: message.content, messages, toolExecutions };
      for (const { id: toolCallId, name, rawArguments } of message.toolCalls) {
        const tool = tools.find(({ spec }) => spec.name === name);
        const result = String(await tool?.execute(JSON.parse(rawArguments), context));
        toolExecutions.push({ toolCallId, name, rawArguments, status: "ok", result });
        messages.push({ role: "tool", toolCallId, content: result });
      }
    }
  });
}

/** All attempts at once, each isolated as the runner isolates it. */
export const miniRunRollouts: RunRollouts = async (env, { k }) => {
  const runOne = async (task: ReturnType<typeof resolveTasks>[number], attemptIndex: number) => {
    const agent = typeof env.agent === "function" ? await env.agent() : env.agent;
    const context = createAttemptContext({ taskId: task.id, attemptIndex, model: agent.model });
    const events = [];
    try {
      for await (const event of agent.run(frozenClone(task.input), context)) events.push(event);
    } catch (thrown) {
      return toResult(task.id, attemptIndex, { stopReason: "error", error: String(thrown) });
    }
    return toResult(task.id, attemptIndex, { run: foldRun(events) });
  };
  const taskResults = resolveTasks(env.tasks).map(async (task) => {
    const attempts = Array.from({ length: k }, (_, index) => runOne(task, index));
    return toTaskResult(task, await Promise.all(attempts));
  });
  return { taskResults: await Promise.all(taskResults) };
};

function toResult(
  taskId: string,
  attemptIndex: number,
  known: Partial<AttemptResult>,
): AttemptResult {
  return {
    ...{ taskId, attemptIndex, run: null, score: null, unscored: null, metrics: {} },
    ...{ stopReason: "completed", error: null, errorType: null, durationMs: 0, waitedMs: 0 },
    ...{ toolCallLimitHit: false, tries: [], ...known },
  };
}
