import { describeValue } from "../checks/describe-value.ts";
import { invalidArgument } from "../checks/invalid-argument.ts";
import { isPlainObject } from "../checks/plain-object.ts";
import { refuseUnknownKeys } from "../checks/refuse-unknown-keys.ts";
import { TaskFormatError } from "../errors/task-format-error.ts";
import { describeThrown } from "../errors/thrown.ts";
import { toSafeLine } from "../safe-line.ts";
import { type ValueSchema, validateValue } from "../schema.ts";
import type { Task } from "../task.ts";
import { findInexactNumber } from "./find-inexact-number.ts";
import { rememberPlace } from "./task-place.ts";

/** What `loadTasks` takes. */
export interface LoadTasksOptions<Expected = unknown> {
  /** Checks and types every `expected`; one that is missing or `null` comes in as `undefined`. */
  readonly expected?: ValueSchema<Expected> | undefined;
}

/** What `parseTasks` takes. */
export interface ParseTasksOptions<Expected = unknown> extends LoadTasksOptions<Expected> {
  /** What errors call the text. @defaultValue "tasks" */
  readonly source?: string | undefined;
}

const caller = "parseTasks";
const allowedKeys = ["input", "expected", "id", "metadata"];

/**
 * Reads tasks from JSONL text, by the rules of `loadTasks`.
 *
 * @throws TaskFormatError naming source and line, for whatever is not a task.
 */
export async function parseTasks<Expected = unknown>(
  text: string,
  options: ParseTasksOptions<Expected> = {},
): Promise<Task<Expected>[]> {
  checkArguments(text, options);
  const { source = "tasks", expected: schema } = options;
  const tasks: Task<Expected>[] = [];
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const task = await parseLine(line, { source, line: index + 1, schema });
    rememberPlace(task, source, index + 1);
    tasks.push(task);
  }
  return tasks;
}

function checkArguments(text: unknown, options: ParseTasksOptions): void {
  if (typeof text !== "string") throw invalidArgument("text", "a string", text, { caller });
  refuseUnknownKeys(options, ["source", "expected"], caller);
  const { expected } = options;
  if (expected !== undefined && typeof expected["~standard"]?.validate !== "function") {
    throw invalidArgument("expected", "a Standard Schema, such as one of zod", expected, {
      caller,
    });
  }
}

interface Place<Expected> {
  readonly source: string;
  readonly line: number;
  readonly schema: ValueSchema<Expected> | undefined;
}

async function parseLine<Expected>(text: string, place: Place<Expected>): Promise<Task<Expected>> {
  const row = parseObject(text, place);
  const { input, id, metadata } = row;
  const unknown = Object.keys(row)
    .filter((key) => !allowedKeys.includes(key))
    .sort()[0];
  if (unknown !== undefined) {
    const allowed = allowedKeys.join(", ");
    throw fault(place, `unknown key ${describeValue(unknown)} (allowed: ${allowed})`);
  }
  if (typeof input !== "string") throw fault(place, "'input' is required and must be a string");
  if (metadata !== undefined && !isPlainObject(metadata)) {
    throw fault(place, "'metadata' must be an object");
  }
  if (id !== undefined && id !== null && typeof id !== "string") {
    throw fault(place, "'id' must be a string");
  }
  const expected = await checkExpected(row.expected ?? undefined, place);
  return {
    input,
    ...(expected === undefined ? {} : { expected }),
    ...(typeof id === "string" ? { id } : {}),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

function parseObject<Expected>(text: string, place: Place<Expected>): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw fault(place, `not valid JSON: ${describeThrown(error)}. ${adviceFor(text)}`);
  }
  if (!isPlainObject(value)) {
    throw fault(place, `expected an object, got ${describeValue(value)}. ${adviceFor(text)}`);
  }
  const inexact = findInexactNumber(text);
  if (inexact === undefined) return value;
  const quoted = describeValue(inexact);
  throw fault(
    place,
    `the number ${quoted.slice(1, -1)} is too large to be exact. Quote it: ${quoted}`,
  );
}

/** What the file looks like, by one of its lines. */
function adviceFor(line: string): string {
  const wanted = 'a task file holds one JSON object a line, such as {"input": "2+2?"}';
  if (line.trimStart().startsWith("[")) return `This looks like a JSON list; ${wanted}`;
  const isTable = /^[^[\]{}]*[,;\t][^[\]{}]*$/.test(line);
  return isTable ? `This looks like CSV; ${wanted}` : `Note that ${wanted}`;
}

async function checkExpected<Expected>(
  value: unknown,
  place: Place<Expected>,
): Promise<Expected | undefined> {
  if (place.schema === undefined) return value as Expected | undefined;
  try {
    const result = await validateValue(place.schema, value);
    if (result.ok) return result.value;
    throw fault(place, `'expected' does not fit its schema: ${result.problem}`);
  } catch (thrown) {
    if (thrown instanceof TaskFormatError) throw thrown;
    throw fault(place, `the schema of 'expected' failed: ${describeThrown(thrown)}`, thrown);
  }
}

function fault(
  { source, line }: Pick<Place<unknown>, "source" | "line">,
  message: string,
  cause?: unknown,
): TaskFormatError {
  return new TaskFormatError({ source, line, message: toSafeLine(message), cause });
}
