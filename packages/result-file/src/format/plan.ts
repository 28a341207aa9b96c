import {
  describeValue,
  InvalidArgumentError,
  maxAttempts,
  type ResolvedTask,
  type ResultHeader,
} from "@rollouts/core";
import { fromPlain } from "./from-plain.ts";
import {
  formatVersion,
  type HeaderLine,
  headerLine,
  type SessionLine,
  sessionLine,
  type TaskEntry,
} from "./line-schemas.ts";
import { shortDigest } from "./short-digest.ts";
import { toPlain } from "./to-plain.ts";

/** What a run sets out to do; how it ends is no part of it. */
export type PlanHeader = Omit<ResultHeader, "end">;

/** What a `header` or `session` line says. The last one in the file rules what counts. */
export interface Plan {
  readonly header: PlanHeader;
  /** By id, in order. A map, since an id may be `__proto__`. */
  readonly tasks: ReadonlyMap<string, PlannedTask>;
  /** Members of the line that this version does not know. */
  readonly others: Readonly<Record<string, unknown>>;
}

export interface PlannedTask {
  readonly task: ResolvedTask;
  /** The task as in the line: plain data. */
  readonly entry: TaskEntry;
  /** Stands for the scorer, the metrics and the expected value that a verdict comes from. */
  readonly judgedBy: string;
}

/**
 * The plan of a header that a sink is told.
 *
 * @throws InvalidArgumentError for two tasks of one id.
 */
export function toPlan(header: PlanHeader, tasks: readonly ResolvedTask[]): Plan {
  const picked = pickHeader(header);
  const planned = tasks.map((task) => withDigest(picked, { task, entry: toEntry(task) }));
  return { header: picked, tasks: byId(planned), others: {} };
}

/**
 * The plan of a line. A task that is only named there is the one of the plan before.
 *
 * @throws InvalidArgumentError for such a task that is not there, for two tasks of one id, and for more
 * attempts than a run may plan.
 */
export function readPlan(
  line: HeaderLine | SessionLine,
  { before, hasOddValues }: { readonly before: Plan | null; readonly hasOddValues: boolean },
): Plan {
  const header = pickHeader(line);
  const planned = line.tasks.map((entry) =>
    withDigest(
      header,
      typeof entry === "string"
        ? findTask(entry, before)
        : { entry, task: toTask(hasOddValues ? fromPlain(structuredClone(entry)) : entry) },
    ),
  );
  const plan = { header, tasks: byId(planned), others: othersOf(line) };
  requireFewAttempts(plan);
  return plan;
}

/**
 * Sees that a plan is one that a run accepts: readers make room for what a file says that it plans.
 *
 * @throws InvalidArgumentError
 */
export function requireFewAttempts({ header: { k }, tasks }: Plan): void {
  if (k * Math.max(1, tasks.size) <= maxAttempts) return;
  throw invalidTasks(
    `are too many: ${tasks.size} of them with k ${k} are over ${maxAttempts} attempts, the most that a run has`,
  );
}

/** A `header` line. */
export function toHeaderLine(plan: Plan, startedAt: string | null): object {
  const tasks = [...plan.tasks.values()].map(({ entry }) => entry);
  return { type: "header", format: formatVersion, ...membersOf(plan, startedAt), tasks };
}

/** A `session` line, where tasks that have not changed are only named. */
export function toSessionLine(plan: Plan, before: Plan, startedAt: string | null): object {
  const tasks = [...plan.tasks.values()].map(({ entry }) =>
    isSameEntry(entry, before.tasks.get(entry.id)?.entry) ? entry.id : entry,
  );
  return { type: "session", ...membersOf(plan, startedAt), tasks };
}

function membersOf({ header, others }: Plan, startedAt: string | null): object {
  return { ...header, ...(startedAt === null ? {} : { startedAt }), ...others };
}

function othersOf(line: HeaderLine | SessionLine): Record<string, unknown> {
  const known = new Set([...Object.keys(headerLine.shape), ...Object.keys(sessionLine.shape)]);
  return Object.fromEntries(Object.entries(line).filter(([key]) => !known.has(key)));
}

function findTask(id: string, before: Plan | null): PlannedTask {
  const known = before?.tasks.get(id);
  if (known !== undefined) return known;
  throw invalidTasks(`name ${describeValue(id)}, which is no task of the plan before`);
}

function withDigest(
  { envParts }: PlanHeader,
  { task, entry }: Pick<PlannedTask, "task" | "entry">,
): PlannedTask {
  const { scorer = null, metrics = null } = envParts;
  return { task, entry, judgedBy: shortDigest([scorer, metrics, entry.expectedHash]) };
}

function byId(planned: readonly PlannedTask[]): Map<string, PlannedTask> {
  const tasks = new Map<string, PlannedTask>();
  for (const task of planned) {
    const { id } = task.entry;
    if (tasks.has(id)) throw invalidTasks(`have two of the id ${describeValue(id)}`);
    tasks.set(id, task);
  }
  return tasks;
}

function invalidTasks(problem: string): InvalidArgumentError {
  return new InvalidArgumentError({ argument: "tasks", message: `The tasks ${problem}.` });
}

function toEntry({ id, input, expected, metadata }: ResolvedTask): TaskEntry {
  const plain = toPlain({ id, input, expected, metadata }) as Omit<
    TaskEntry,
    "inputHash" | "expectedHash"
  >;
  return {
    ...plain,
    inputHash: shortDigest(plain.input),
    expectedHash: shortDigest(plain.expected ?? null),
  } as TaskEntry;
}

function toTask(entry: unknown): ResolvedTask {
  const { id, input, metadata, ...rest } = entry as ResolvedTask;
  return { id, input, ...("expected" in rest ? { expected: rest.expected } : {}), metadata };
}

function pickHeader(from: PlanHeader): PlanHeader {
  const { env, k, seed, envFingerprint, policyFingerprint, envParts, policyParts, isolation } =
    from;
  return { env, k, seed, envFingerprint, policyFingerprint, envParts, policyParts, isolation };
}

/** Compares also what no digest holds, such as metadata. */
function isSameEntry(entry: TaskEntry, known: TaskEntry | undefined): boolean {
  return known !== undefined && JSON.stringify(entry) === JSON.stringify(known);
}
