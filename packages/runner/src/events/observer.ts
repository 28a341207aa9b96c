import { types } from "node:util";
import { describeThrown } from "@rollouts/core";
import type { RunEvent } from "./run-event.ts";

/** The run's voice: tells its observer what happens, and collects the warnings. */
export interface Observer<Output> {
  /** The warnings so far; what an observer does later does not show in them. */
  warnings(): string[];
  tell(event: RunEvent<Output>): void;
  warn(message: string): void;
}

/**
 * Makes an observer that cannot harm the run: once the caller's function has thrown, or its promise
 * was rejected, it is told nothing more.
 */
export function createObserver<Output>(
  onEvent: ((event: RunEvent<Output>) => unknown) | undefined,
): Observer<Output> {
  const warnings: string[] = [];
  let listener = onEvent;

  function disable(thrown: unknown): void {
    if (listener === undefined) return;
    listener = undefined;
    warnings.push(`onEvent failed and was told nothing more: ${describeThrown(thrown)}`);
  }

  function tell(event: RunEvent<Output>): void {
    try {
      const told = listener?.(event);
      if (types.isPromise(told)) told.catch(disable);
    } catch (thrown) {
      disable(thrown);
    }
  }

  return {
    warnings: () => [...warnings],
    tell,
    warn(message) {
      warnings.push(message);
      tell({ type: "warning", message });
    },
  };
}
