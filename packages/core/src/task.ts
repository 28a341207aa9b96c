import type { TaskInput } from "./message.ts";

/** One question put to the agent, with what its scorer needs to judge the answer. */
export interface Task<Expected = unknown> {
  readonly input: TaskInput;
  /** What the scorer compares with; its meaning is the scorer's. */
  readonly expected?: Expected | undefined;
  /** Unique within the environment. Default: `t1`, `t2`, ... by position. */
  readonly id?: string | undefined;
  /** Notes of yours, such as a split or a difficulty; never part of a fingerprint. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** A task with its id and metadata filled in. */
export interface ResolvedTask<Expected = unknown> extends Task<Expected> {
  readonly id: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}
