import { invalidArgument } from "@rollouts/core";
import { checkOptions } from "../check-options.ts";

/** How the scorer is asked, outside of a run. */
export interface OfflineOptions {
  /** Scorings at one time, for judges: a whole number from 1 on. @defaultValue 1 */
  readonly concurrency?: number | undefined;
  /** Stops it at once; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What a function of this package takes besides. */
export interface OfflineCaller {
  readonly caller: string;
  /** @defaultValue none */
  readonly keys?: readonly string[] | undefined;
  /** @defaultValue `{ concurrency: 4 }` */
  readonly example?: string | undefined;
}

/** Refuses what is no such options, for the function that `caller` names. */
export function checkOfflineOptions(
  options: OfflineOptions,
  { caller, keys = [], example = "{ concurrency: 4 }" }: OfflineCaller,
): void {
  checkOptions(options, { caller, keys: [...keys, "concurrency", "signal"], example });
  const { concurrency = 1, signal } = options;
  if (!Number.isSafeInteger(concurrency) || concurrency < 1) {
    throw invalidArgument("concurrency", "a whole number from 1 on", concurrency, { caller });
  }
  if (signal !== undefined && !isAbortSignal(signal)) {
    throw invalidArgument("signal", "an AbortSignal", signal, { caller });
  }
}

/** Also of another realm or a polyfill, which `instanceof` would refuse. */
function isAbortSignal(value: unknown): boolean {
  const { aborted, addEventListener } = (value ?? {}) as Partial<AbortSignal>;
  return typeof aborted === "boolean" && typeof addEventListener === "function";
}
