import {
  type AttemptResult,
  describeValue,
  InvalidArgumentError,
  type RolloutResult,
  type TaskResult,
} from "@rollouts/core";
import { clipName } from "./clip.ts";

const maxNames = 10;

/** The attempt of a label such as `task-id/0`, with its task. The id may itself hold slashes. */
export function findAttempt(
  result: RolloutResult,
  label: unknown,
): { taskResult: TaskResult; attempt: AttemptResult } {
  const slash = typeof label === "string" ? label.lastIndexOf("/") : -1;
  const number = typeof label === "string" ? label.slice(slash + 1) : "";
  if (typeof label !== "string" || slash === -1 || !/^(0|[1-9][0-9]*)$/.test(number)) {
    const form = 'must be a task id, "/" and the number of an attempt, such as "task-id/0"';
    throw invalid(`label ${form}, got ${describeValue(label)}. ${knownIds(result)}`);
  }
  const id = label.slice(0, slash);
  const taskResult = result.taskResults.find(({ task }) => task.id === id);
  if (taskResult === undefined) {
    throw invalid(`label names the task ${name(id)}, which is not there. ${knownIds(result)}`);
  }
  const attempt = taskResult.attempts.find(({ attemptIndex }) => attemptIndex === Number(number));
  if (attempt === undefined) {
    throw invalid(
      `label names attempt ${clipName(number, 20)} of the task ${name(id)}, which is not there. ${knownNumbers(taskResult)}`,
    );
  }
  return { taskResult, attempt };
}

function invalid(message: string): InvalidArgumentError {
  return new InvalidArgumentError({ argument: "label", message });
}

function knownIds({ taskResults }: RolloutResult): string {
  if (taskResults.length === 0) return "The result has no tasks.";
  const names = taskResults.slice(0, maxNames).map(({ task }) => name(task.id));
  const more = taskResults.length - names.length;
  return `Known task ids: ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
}

function knownNumbers({ attempts }: TaskResult): string {
  const first = attempts[0]?.attemptIndex;
  const last = attempts.at(-1)?.attemptIndex;
  if (first === undefined || last === undefined) return "No attempt of it ran.";
  if (first === last) return `Its only attempt is ${first}.`;
  const hasGaps = last - first + 1 > attempts.length;
  return `Its attempts are ${first} to ${last}${hasGaps ? ", and not all of those ran" : ""}.`;
}

function name(id: string): string {
  return `"${clipName(id, 80)}"`;
}
