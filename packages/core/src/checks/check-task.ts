import { InvalidArgumentError } from "../errors/invalid-argument-error.ts";
import { checkCopyable } from "./check-copyable.ts";
import { describeValue } from "./describe-value.ts";
import { isPlainObject } from "./plain-object.ts";
import { refuseUnknownKeys } from "./refuse-unknown-keys.ts";

const taskKeys = ["input", "expected", "id", "metadata"];
const roles = ["system", "user", "assistant", "tool"];

/** Refuses what is no task; `path` is where it lies, such as `tasks[3]`. */
export function checkTask(task: unknown, path: string): void {
  if (!isPlainObject(task)) {
    throw invalid(
      path,
      `must be a task { input, expected?, id?, metadata? }, got ${describeValue(task)}`,
    );
  }
  refuseUnknownKeys(task, taskKeys, path);
  checkInput(task.input, `${path}.input`);
  if (task.id !== undefined && typeof task.id !== "string") {
    throw invalid(`${path}.id`, `must be a string, got ${describeValue(task.id)}`);
  }
  if (task.metadata !== undefined && !isPlainObject(task.metadata)) {
    throw invalid(`${path}.metadata`, `must be an object, got ${describeValue(task.metadata)}`);
  }
  checkCopyable(task.expected, `${path}.expected`);
  checkCopyable(task.metadata, `${path}.metadata`);
}

function checkInput(input: unknown, path: string): void {
  if (typeof input === "string") return;
  if (!Array.isArray(input) || input.length === 0) {
    throw invalid(path, `must be a string or a list of messages, got ${describeValue(input)}`);
  }
  for (const [index, message] of input.entries()) checkMessage(message, `${path}[${index}]`);
  checkCopyable(input, path);
}

function checkMessage(message: unknown, path: string): void {
  if (!isPlainObject(message) || !roles.some((role) => role === message.role)) {
    throw invalid(
      path,
      `must be a message with a role of ${roles.join(", ")}, got ${describeValue(message)}`,
    );
  }
  const { role, content } = message;
  if (typeof content === "string") return;
  if (role === "user" && Array.isArray(content)) return;
  if (role === "assistant" && content === null) return;
  throw invalid(`${path}.content`, `must be text, got ${describeValue(content)}`);
}

function invalid(argument: string, problem: string): InvalidArgumentError {
  return new InvalidArgumentError({ argument, message: `${argument} ${problem}.` });
}
