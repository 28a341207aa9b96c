import type { Agent, AgentEvent } from "./agent.ts";
import type { AgentRun } from "./agent-run.ts";
import type { AttemptContext } from "./attempt-context.ts";
import { checkModel } from "./checks/check-model.ts";
import { invalidArgument } from "./checks/invalid-argument.ts";
import { refuseUnknownKeys } from "./checks/refuse-unknown-keys.ts";
import type { InvalidArgumentError } from "./errors/invalid-argument-error.ts";
import { sourceText } from "./fingerprints/source-text.ts";
import type { Json } from "./json.ts";
import type { Message, TaskInput } from "./message.ts";
import type { Model, ToolSpec } from "./model.ts";
import type { ToolExecution } from "./tool.ts";
import type { Usage } from "./usage.ts";

/** What may stand beside the answer of a function agent. */
export interface FunctionAgentFacts {
  /** The conversation. Default: the task's input and the text as the answer. */
  readonly messages?: readonly Message[] | undefined;
  readonly toolExecutions?: readonly ToolExecution[] | undefined;
  /** What the model was offered. Training files of runs with tools need it. */
  readonly tools?: readonly ToolSpec[] | undefined;
  readonly usage?: Usage | undefined;
  /** @defaultValue "completed" */
  readonly status?: "completed" | "truncated" | "paused" | undefined;
  /** Why the reply does not fit what was asked for; the attempt has then failed. */
  readonly outputError?: string | undefined;
  /** The model's refusal; the attempt has then failed. */
  readonly refusal?: string | undefined;
}

/** An answer that is text. */
export type TextAnswer = string | (FunctionAgentFacts & { readonly text: string | null });

/** An answer that is a value; `text` is what the model wrote, if that is known. */
export interface OutputAnswer<Output> extends FunctionAgentFacts {
  readonly output: Output | undefined;
  readonly text?: string | null | undefined;
}

/** What `functionAgent` takes. */
export interface FunctionAgentOptions<Answer> {
  /** Enters the fingerprint when there is no `identity`. @defaultValue "function" */
  readonly name?: string | undefined;
  /** Answers one task. Stop when `context.signal` aborts; throw what goes wrong. */
  readonly run: (input: TaskInput, context: AttemptContext) => Answer | Promise<Answer>;
  /**
   * What shapes the answers: prompt, model, settings, version. All that fingerprints see of `run`.
   * Default: its name and source text, which leaves out whatever `run` reaches outside its text.
   */
  readonly identity?: Json | undefined;
  /** The model that `context.model` gives. Leave it out when `run` calls a client of its own. */
  readonly model?: Model | undefined;
}

const caller = "functionAgent";

/**
 * Makes an agent of any function: of a framework, a service, or a few lines of your own.
 *
 * The function gives a string, or `{ text, ... }`; or `{ output, ... }` when its answer is a value.
 *
 * @throws InvalidArgumentError when `run` is no function, or `model` no model.
 */
export function functionAgent<Output>(
  options: FunctionAgentOptions<OutputAnswer<Output>>,
): Agent<Output>;
export function functionAgent(options: FunctionAgentOptions<TextAnswer>): Agent<string>;
export function functionAgent(
  options: FunctionAgentOptions<TextAnswer | OutputAnswer<unknown>>,
): Agent<unknown> {
  refuseUnknownKeys(options, ["name", "run", "identity", "model"], caller);
  const { name = "function", run, identity, model } = options;
  if (typeof run !== "function") {
    throw invalidArgument("run", "a function (input, context) => answer", run, { caller });
  }
  if (typeof name !== "string") throw invalidArgument("name", "a string", name, { caller });
  if (model !== undefined) checkModel(model, "model");
  return {
    specVersion: "v1",
    ...(model === undefined ? {} : { model }),
    identity: () => {
      if (identity !== undefined) return identity;
      return { kind: "function", name, source: sourceText(run, "Give the agent an identity.") };
    },
    async *run(input, context) {
      const answer = await run(input, context);
      // Not yield*, which makes an async generator wait several times for each event.
      for (const event of toEvents(input, answer)) yield event;
    },
  };
}

function* toEvents(
  input: TaskInput,
  answer: TextAnswer | OutputAnswer<unknown>,
): Generator<AgentEvent<unknown>, void, undefined> {
  const { facts, output, text } = readAnswer(answer);
  if (facts.tools) yield { type: "tools", tools: facts.tools };
  for (const message of facts.messages ?? defaultMessages(input, text)) {
    yield { type: "message", message };
  }
  for (const execution of facts.toolExecutions ?? []) yield { type: "tool-execution", execution };
  if (facts.usage) yield { type: "usage", usage: facts.usage };
  yield {
    type: "end",
    status: facts.status ?? "completed",
    output,
    text,
    outputError: facts.outputError,
    refusal: facts.refusal,
  };
}

const statuses = ["completed", "truncated", "paused"];

interface ReadAnswer extends Pick<AgentRun, "output" | "text"> {
  readonly facts: FunctionAgentFacts;
}

function readAnswer(answer: unknown): ReadAnswer {
  if (typeof answer === "string") return { facts: {}, output: answer, text: answer };
  if (typeof answer === "object" && answer !== null) {
    const facts = answer as Partial<OutputAnswer<unknown>>;
    const { text = null, output } = facts;
    if (text !== null && typeof text !== "string") throw noAnswer(answer);
    if (!statuses.includes(facts.status ?? "completed")) {
      throw invalidArgument("the status of the answer", statuses.join(", "), facts.status, {
        caller,
      });
    }
    if ("output" in answer) return { facts, output, text };
    if ("text" in answer) return { facts, output: toOutput(text, facts), text };
  }
  throw noAnswer(answer);
}

/** Text is the output, unless the agent says that it is no answer. */
function toOutput(text: string | null, facts: FunctionAgentFacts): string | undefined {
  const isAnswer = typeof facts.outputError !== "string" && !facts.refusal;
  return isAnswer && text !== null ? text : undefined;
}

function defaultMessages(input: TaskInput, text: string | null): Message[] {
  const prompt: readonly Message[] =
    typeof input === "string" ? [{ role: "user", content: input }] : input;
  return text === null ? [...prompt] : [...prompt, { role: "assistant", content: text }];
}

function noAnswer(answer: unknown): InvalidArgumentError {
  return invalidArgument("the answer of run", "a string, { text } or { output }", answer, {
    caller,
  });
}
