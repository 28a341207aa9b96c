import {
  describeValue,
  InvalidArgumentError,
  invalidArgument,
  isPlainObject,
  refuseUnknownKeys,
} from "@rollouts/core";

/** What people say of one attempt. */
export interface GoldLabel {
  readonly taskId: string;
  /** From 0. */
  readonly attemptIndex: number;
  /** Whether it passes. */
  readonly gold: boolean;
}

/**
 * Labels as a list; or by attempt, in an object with keys such as `task-id/0`, or a `Map` with those or
 * with `["task-id", 0]`.
 */
export type Gold =
  | readonly GoldLabel[]
  | Readonly<Record<string, boolean>>
  | ReadonlyMap<string | readonly [taskId: string, attemptIndex: number], boolean>;

/** The labels by task and attempt. */
export type GoldByTask = ReadonlyMap<string, ReadonlyMap<number, boolean>>;

const caller = "calibrateResult";
const labelKeys = ["taskId", "attemptIndex", "gold"];

/** @throws InvalidArgumentError for a label that cannot be used, and for two of one attempt. */
export function readGold(found: Gold): GoldByTask {
  const byTask = new Map<string, Map<number, boolean>>();
  for (const [at, { taskId, attemptIndex, gold }] of readLabels(found)) {
    const ofTask = byTask.get(taskId) ?? new Map<number, boolean>();
    if (ofTask.has(attemptIndex)) {
      throw new InvalidArgumentError({
        argument: at,
        message: `${caller}: ${at} is a second label of attempt ${describeValue(`${taskId}/${attemptIndex}`)}.`,
      });
    }
    byTask.set(taskId, ofTask.set(attemptIndex, gold));
  }
  return byTask;
}

/** Each label with its place. */
function readLabels(found: unknown): (readonly [string, GoldLabel])[] {
  if (Array.isArray(found)) {
    return Array.from(found, (label, index) => {
      return [`gold[${index}]`, readLabel(label, `gold[${index}]`)];
    });
  }
  if (found instanceof Map) return Array.from(found, ([key, gold]) => readEntry(key, gold));
  if (isPlainObject(found)) {
    return Object.entries(found).map(([key, gold]) => readEntry(key, gold));
  }
  const wanted = "a list of { taskId, attemptIndex, gold }, a Map, or an object by task-id/0";
  throw invalidArgument("gold", wanted, found, { caller });
}

function readEntry(key: unknown, gold: unknown): readonly [string, GoldLabel] {
  const [taskId, attemptIndex] = readKey(key);
  const at = `gold of ${describeValue(`${taskId}/${attemptIndex}`)}`;
  return [at, readLabel({ taskId, attemptIndex, gold }, at)];
}

function readKey(key: unknown): readonly [unknown, unknown] {
  if (Array.isArray(key) && key.length === 2) return [key[0], key[1]];
  const [, taskId, index] = (typeof key === "string" && /^(.*)\/(0|[1-9]\d*)$/s.exec(key)) || [];
  if (taskId !== undefined) return [taskId, Number(index)];
  throw invalidArgument("a key of gold", 'like "task-id/0" or ["task-id", 0]', key, { caller });
}

function readLabel(label: unknown, at: string): GoldLabel {
  if (!isPlainObject(label)) {
    throw invalidArgument(at, "{ taskId, attemptIndex, gold }", label, { caller });
  }
  refuseUnknownKeys(label, labelKeys, `${caller}: ${at}`);
  const { taskId, attemptIndex, gold } = label;
  if (typeof taskId !== "string") {
    throw invalidArgument(`${at}.taskId`, "a string", taskId, { caller });
  }
  if (!Number.isSafeInteger(attemptIndex) || (attemptIndex as number) < 0) {
    throw invalidArgument(`${at}.attemptIndex`, "a whole number from 0 on", attemptIndex, {
      caller,
    });
  }
  if (typeof gold !== "boolean") {
    throw invalidArgument(`${at}.gold`, "true or false", gold, { caller });
  }
  return { taskId, attemptIndex: attemptIndex as number, gold };
}
