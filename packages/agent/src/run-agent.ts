import { randomInt, randomUUID } from "node:crypto";
import {
  type Agent,
  type AgentEvent,
  type AgentRun,
  checkAgent,
  checkModel,
  createAttemptContext,
  describeThrown,
  foldRun,
  InvalidArgumentError,
  invalidArgument,
  isPlainObject,
  type Model,
  RolloutsError,
  refuseUnknownKeys,
  type Store,
  type TaskInput,
} from "@rollouts/core";

/** Options of `runAgent`. */
export interface RunAgentOptions {
  /** Default: a new one, `user-` and 32 hexadecimal digits. */
  readonly userId?: string | undefined;
  /** Default: a new one, `session-` and 32 hexadecimal digits. */
  readonly sessionId?: string | undefined;
  /** What the agent keeps across runs. Default: an empty one that is lost after the run. */
  readonly store?: Store | undefined;
  /** Stops the run. */
  readonly signal?: AbortSignal | undefined;
  /** Answers in place of the agent's own model. */
  readonly model?: Model | undefined;
}

const optionKeys = ["userId", "sessionId", "store", "signal", "model"];

/**
 * Runs an agent once, in production: writes are live, and nothing is scored.
 *
 * A refusal, a reply that misses the output schema, a cut or a paused run is a result; look at its
 * `status`, `refusal` and `outputError`. Model calls are neither retried nor limited. Rejects with
 * the signal's reason when it aborts.
 *
 * @throws InvalidArgumentError for unusable arguments; whatever the agent throws, such as a
 * `ProviderError`; RolloutsError with the code `agent_failed` when the agent reports an error or
 * stops without an end.
 */
export async function runAgent<Output>(
  agent: Agent<Output>,
  input: TaskInput,
  options: RunAgentOptions = {},
): Promise<AgentRun<Output>> {
  checkAgent(agent, "agent");
  checkInput(input);
  checkOptions(agent, options);
  const { userId, sessionId, store, signal } = options;
  signal?.throwIfAborted();
  const context = createAttemptContext({
    userId: userId ?? `user-${randomId()}`,
    sessionId: sessionId ?? `session-${randomId()}`,
    store,
    signal,
    model: options.model ?? agent.model,
    seed: randomInt(2 ** 32),
    writes: "live",
  });
  const events: AgentEvent<Output>[] = [];
  for await (const event of agent.run(input, context)) {
    if (event.type === "error") throw agentFailed(describeThrown(event.error), event.error);
    events.push(event);
  }
  const run = foldRun(events);
  if (run.status !== "incomplete") return run;
  throw agentFailed("The agent stopped without an end event.");
}

function checkInput(input: unknown): void {
  if (typeof input === "string" || (Array.isArray(input) && input.length > 0)) return;
  throw invalidArgument("input", "a string or a list of messages", input);
}

function checkOptions(agent: Agent<unknown>, options: RunAgentOptions): void {
  if (!isPlainObject(options)) throw invalidArgument("options", "an object", options);
  refuseUnknownKeys(options, optionKeys, "runAgent");
  if (options.model === undefined) return;
  checkModel(options.model, "model");
  if (agent.model !== undefined) return;
  throw new InvalidArgumentError({
    argument: "model",
    message:
      "model cannot replace the agent's: the agent declares none, so it would not be called.",
  });
}

function agentFailed(message: string, cause?: unknown): RolloutsError {
  return new RolloutsError({ code: "agent_failed", message, cause });
}

function randomId(): string {
  return randomUUID().replaceAll("-", "");
}
