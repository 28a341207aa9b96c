import { describeValue } from "@rollouts/core";
import type { ProfileOrder } from "../profiles/profile.ts";
import type { Fault } from "./fault.ts";

interface Speaker {
  readonly role: unknown;
  readonly index: number;
}

/** Finds messages that stand where the profile does not take their role. */
export function* findOrderFaults(
  speakers: readonly Speaker[],
  order: ProfileOrder,
): Generator<Fault> {
  let before: unknown;
  let hasUser = false;
  for (const { role, index } of speakers) {
    if (role === "system" && order.system === "first" && index !== speakers[0]?.index) {
      const fault = "a system message may only stand at the start";
      yield { code: "system-not-first", message: index, fault };
    } else if (isRepeated(role, before, order)) {
      const fault = `follows another message of role ${role}`;
      yield { code: "repeated-role", message: index, fault };
    }
    before = role;
    hasUser ||= role === "user";
  }
  if (order.startsWithUser) yield* findStartFaults(speakers);
  if (!hasUser) yield { code: "no-user-message", message: null, fault: "has no user message" };
  if (before !== "assistant") {
    const fault = `must end with an assistant message, ends with role ${describeValue(before)}`;
    yield { code: "no-final-answer", message: null, fault };
  }
}

function isRepeated(role: unknown, before: unknown, { repeatable }: ProfileOrder): boolean {
  if (role !== before || (role !== "system" && role !== "user" && role !== "assistant"))
    return false;
  return !repeatable.includes(role);
}

function* findStartFaults(speakers: readonly Speaker[]): Generator<Fault> {
  const first = speakers.find(({ role }) => role !== "system");
  if (first === undefined || first.role === "user") return;
  const fault = `stands before the first message of the user, as role ${describeValue(first.role)}`;
  yield { code: "starts-without-user", message: first.index, fault };
}
