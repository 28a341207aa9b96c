import type { Agent } from "./agent.ts";
import type { AttemptContext } from "./attempt-context.ts";
import type { Json } from "./json.ts";
import type { Scorer } from "./scorer.ts";
import type { ResolvedTask, Task } from "./task.ts";

/** What is measured and how: tasks, agent, scorer and limits. `defineEnvironment` makes one. */
export interface Environment<Output = unknown, Expected = unknown> {
  readonly name: string;
  /** The caller's own task objects; `runRollouts({ tasks })` selects among them by identity. */
  readonly tasks: readonly Task<Expected>[];
  readonly agent: AgentInput<Output>;
  readonly scorer: Scorer<Output, Expected>;
  /** Recorded beside the score, never deciding anything. */
  readonly metrics: Readonly<Record<string, Scorer<Output, Expected>>>;
  /** Wall time of one attempt, from its start to its verdict. */
  readonly timeoutMs: number;
  readonly setup?: SetupAttempt | undefined;
  /** What else shapes the outcome, such as the version of a database; part of the fingerprint. */
  readonly identity?: Json | undefined;
}

/** An agent, or a function that makes a fresh one for every attempt. */
export type AgentInput<Output = unknown> = Agent<Output> | AgentFactory<Output>;

/** Makes a fresh agent; called once per attempt, and once before for the fingerprints. */
export type AgentFactory<Output = unknown> = () => Agent<Output> | Promise<Agent<Output>>;

/** Prepares the world for one attempt; `close` is called when that attempt ends, however it ends. */
export type SetupAttempt = (
  context: AttemptContext,
  task: ResolvedTask,
) => Promise<void | { close(): Promise<void> }>;
