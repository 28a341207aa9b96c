import type { Json } from "./json.ts";

/** Where an agent keeps what outlives one model call: memories, history, summaries. */
export interface Store {
  /** The value under `key`, or `undefined`. */
  get(key: string): Promise<Json | undefined>;
  set(key: string, value: Json): Promise<void>;
  /** Removes `key`; nothing happens when it is not there. */
  delete(key: string): Promise<void>;
  /** The keys that start with `prefix`, in code unit order. */
  list(prefix: string): Promise<readonly string[]>;
}
