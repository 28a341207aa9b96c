import { type FinishReason, isPlainObject, type ToolCall } from "@rollouts/core";

/** What a model said of why it stopped: a text in V2, a unified and a raw one from V3 on. */
export interface StatedReason {
  readonly unified: string;
  readonly raw: string | undefined;
}

/** Reads a finish reason of any version; `unknown` when it is none. */
export function readStatedReason(finishReason: unknown): StatedReason {
  if (typeof finishReason === "string") return { unified: finishReason, raw: undefined };
  const { unified, raw } = isPlainObject(finishReason) ? finishReason : {};
  return {
    unified: typeof unified === "string" ? unified : "unknown",
    raw: typeof raw === "string" ? raw : undefined,
  };
}

/**
 * True when the rest of a stream is missing. V4 says so; in earlier versions a provider that never saw
 * an end leaves the reason at what it began with, `unknown` or an `other` that is not the provider's.
 */
export function isInterrupted({ unified, raw }: StatedReason, isStreamed: boolean): boolean {
  if (unified === "interrupted") return true;
  return isStreamed && raw === undefined && (unified === "unknown" || unified === "other");
}

/**
 * By what is there, since labels differ between providers: whole tool calls are a tool turn. `isAtLimit`
 * says that calls which are not whole were cut off, whatever the label.
 */
export function toFinishReason(
  { unified }: StatedReason,
  toolCalls: readonly ToolCall[],
  isAtLimit: boolean,
): FinishReason {
  if (unified === "content-filter") return "content-filter";
  if (toolCalls.length > 0 && toolCalls.every(hasWholeArguments)) return "tool-calls";
  if (unified === "length") return "length";
  if (toolCalls.length > 0) return isAtLimit ? "length" : "tool-calls";
  return unified === "stop" ? "stop" : "other";
}

function hasWholeArguments({ rawArguments }: ToolCall): boolean {
  if (rawArguments.trim() === "") return true;
  try {
    JSON.parse(rawArguments);
    return true;
  } catch {
    return false;
  }
}
