import {
  type AgentRun,
  invalidArgument,
  isPlainObject,
  type Json,
  type Message,
  refuseUnknownKeys,
  type SystemMessage,
} from "@rollouts/core";
import { isObject } from "../is-object.ts";
import type { RunScope } from "../run-scope.ts";
import type { Feature } from "./feature.ts";
import { readStored, type StoredForm, updateStored } from "./stored.ts";

/** How much of its session an agent sees. */
export interface HistoryOptions {
  /** The last runs of the session, an integer from 1. */
  readonly runs: number;
}

const runList: StoredForm<readonly (readonly Json[])[]> = {
  name: "the runs of a session",
  fits: (value: Json): value is readonly (readonly Json[])[] =>
    Array.isArray(value) && value.every((run) => Array.isArray(run) && run.every(isEarlier)),
};

/** Puts the messages of the last runs of a session before the input, and keeps those of this run. */
export function planHistory(history: unknown): Feature | undefined {
  if (history === undefined) return undefined;
  const runs = readRuns(history);
  return {
    option: "history",
    identity: () => ({ runs }),
    async recall(scope) {
      const saved = (await readStored(scope.context.store, keyOf(scope), runList)) ?? [];
      return saved.slice(-runs).flat().map(toHistoryMessage);
    },
    writes: {
      async save(run, scope) {
        const messages = toSavedMessages(run);
        if (messages.length === 0) return;
        await updateStored(scope.context.store, keyOf(scope), runList, (saved = []) =>
          [...saved, messages].slice(-runs),
        );
      },
    },
  };
}

function readRuns(history: unknown): number {
  if (!isPlainObject(history)) throw invalidArgument("history", "{ runs }", history);
  refuseUnknownKeys(history, ["runs"], "history");
  const { runs } = history;
  if (typeof runs === "number" && Number.isSafeInteger(runs) && runs >= 1) return runs;
  throw invalidArgument("history.runs", "an integer from 1", runs);
}

function keyOf({ context }: RunScope): string {
  return `history/${context.sessionId}`;
}

/** As plain JSON. Nothing of a run with an open tool call: no model API takes that as history. */
function toSavedMessages({ messages }: AgentRun): readonly Json[] {
  const own = messages.filter((message) => message.role !== "system" && !message.fromHistory);
  const answered = new Set(own.map((message) => message.role === "tool" && message.toolCallId));
  const isWhole = own.every(
    (message) =>
      message.role !== "assistant" || (message.toolCalls ?? []).every(({ id }) => answered.has(id)),
  );
  return isWhole ? (JSON.parse(JSON.stringify(own)) as readonly Json[]) : [];
}

function isEarlier(message: Json): boolean {
  return isObject(message) && ["user", "assistant", "tool"].includes(String(message.role));
}

function toHistoryMessage(message: Json): Message {
  // Its form was checked when it was read.
  const saved = message as unknown as Exclude<Message, SystemMessage>;
  return { ...saved, fromHistory: true };
}
