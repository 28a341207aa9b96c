import { checkAgentInput } from "./checks/check-agent.ts";
import { checkTask } from "./checks/check-task.ts";
import { invalidArgument } from "./checks/invalid-argument.ts";
import { isPlainObject } from "./checks/plain-object.ts";
import { refuseUnknownKeys } from "./checks/refuse-unknown-keys.ts";
import type { AgentInput, Environment, SetupAttempt } from "./environment.ts";
import { InvalidArgumentError } from "./errors/invalid-argument-error.ts";
import type { Json } from "./json.ts";
import { maxDelayMs } from "./max-delay.ts";
import type { Scorer, ScorerInput } from "./scorer.ts";
import type { Task } from "./task.ts";
import { resolveTasks } from "./tasks/resolve-tasks.ts";
import { toScorer } from "./to-scorer.ts";

/**
 * `Output` comes from the agent alone and `Expected` from the tasks alone, so that a scorer written
 * in the same literal is typed by both.
 */
export interface EnvironmentOptions<Output, Expected> {
  readonly name: string;
  /** At least one. */
  readonly tasks: readonly Task<Expected>[];
  /** An agent that every attempt shares, or a function that makes a fresh one for each. */
  readonly agent: AgentInput<Output>;
  readonly scorer: ScorerInput<NoInfer<Output>, NoInfer<Expected>>;
  /** Recorded beside the score, never deciding anything. */
  readonly metrics?:
    | Readonly<Record<string, ScorerInput<NoInfer<Output>, NoInfer<Expected>>>>
    | undefined;
  /** Wall time of one attempt, from its start to its verdict. @defaultValue 120_000 */
  readonly timeoutMs?: number | undefined;
  /** Prepares the world for one attempt. */
  readonly setup?: SetupAttempt | undefined;
  /** What else shapes the outcome, such as the version of a database. */
  readonly identity?: Json | undefined;
}

const optionKeys = [
  "name",
  "tasks",
  "agent",
  "scorer",
  "metrics",
  "timeoutMs",
  "setup",
  "identity",
];

/**
 * Declares what is measured: tasks, the agent that answers them, and the scorer that judges. The
 * tasks stay the caller's own objects.
 *
 * @throws InvalidArgumentError for anything that could not run, naming the option.
 */
export function defineEnvironment<Output, Expected>(
  options: EnvironmentOptions<Output, Expected>,
): Environment<Output, Expected> {
  if (!isPlainObject(options)) throw invalidArgument("options", "an object", options);
  refuseUnknownKeys(options, optionKeys, "defineEnvironment");
  const { name, tasks, agent, timeoutMs = 120_000, setup, identity } = options;
  if (typeof name !== "string" || name.trim() === "") {
    throw invalidArgument("name", "a string that is not blank", name);
  }
  checkTasks(tasks);
  checkAgentInput(agent);
  if (typeof timeoutMs !== "number" || !(timeoutMs > 0 && timeoutMs <= maxDelayMs)) {
    throw invalidArgument("timeoutMs", `over 0 and at most ${maxDelayMs}`, timeoutMs);
  }
  if (setup !== undefined && typeof setup !== "function") {
    throw invalidArgument("setup", "a function (context, task) => Promise", setup);
  }
  return Object.freeze({
    name,
    tasks: Object.freeze([...tasks]),
    agent,
    scorer: toScorer(options.scorer),
    metrics: toMetrics(options.metrics ?? {}),
    timeoutMs,
    ...(setup === undefined ? {} : { setup }),
    ...(identity === undefined ? {} : { identity }),
  });
}

function checkTasks(tasks: unknown): void {
  if (!Array.isArray(tasks)) throw invalidArgument("tasks", "a list of tasks", tasks);
  if (tasks.length === 0) {
    throw new InvalidArgumentError({
      argument: "tasks",
      message: "tasks is empty: an environment needs at least one task.",
    });
  }
  for (const [index, task] of tasks.entries()) checkTask(task, `tasks[${index}]`);
  resolveTasks(tasks);
}

function toMetrics<Output, Expected>(
  metrics: Readonly<Record<string, ScorerInput<Output, Expected>>>,
): Readonly<Record<string, Scorer<Output, Expected>>> {
  if (!isPlainObject(metrics))
    throw invalidArgument("metrics", "an object of scorers by name", metrics);
  const entries = Object.entries(metrics).map(([name, metric]) => [
    name,
    toScorer(metric, `metrics.${name}`),
  ]);
  return Object.freeze(Object.fromEntries(entries));
}
