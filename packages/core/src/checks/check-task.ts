import { checkCopyable } from "./check-copyable.ts";
import { invalidArgument } from "./invalid-argument.ts";
import { isPlainObject } from "./plain-object.ts";
import { refuseUnknownKeys } from "./refuse-unknown-keys.ts";

const taskKeys = ["input", "expected", "id", "metadata"];
const roles = ["system", "user", "assistant", "tool"];

/** Refuses what is no task; `path` is where it lies, such as `tasks[3]`. */
export function checkTask(task: unknown, path: string): void {
  if (!isPlainObject(task)) {
    throw invalidArgument(path, "a task { input, expected?, id?, metadata? }", task);
  }
  refuseUnknownKeys(task, taskKeys, path);
  checkInput(task.input, `${path}.input`);
  if (task.id !== undefined && typeof task.id !== "string") {
    throw invalidArgument(`${path}.id`, "a string", task.id);
  }
  if (task.metadata !== undefined && !isPlainObject(task.metadata)) {
    throw invalidArgument(`${path}.metadata`, "an object", task.metadata);
  }
  checkCopyable(task.expected, `${path}.expected`);
  checkCopyable(task.metadata, `${path}.metadata`);
}

function checkInput(input: unknown, path: string): void {
  if (typeof input === "string") return;
  if (!Array.isArray(input) || input.length === 0) {
    throw invalidArgument(path, "a string or a list of messages", input);
  }
  for (const [index, message] of input.entries()) checkMessage(message, `${path}[${index}]`);
  checkCopyable(input, path);
}

function checkMessage(message: unknown, path: string): void {
  if (!isPlainObject(message) || !roles.some((role) => role === message.role)) {
    throw invalidArgument(path, `a message with a role of ${roles.join(", ")}`, message);
  }
  const { role, content } = message;
  if (typeof content === "string") return;
  if (role === "user" && Array.isArray(content)) return;
  if (role === "assistant" && content === null) return;
  throw invalidArgument(`${path}.content`, "text", content);
}
