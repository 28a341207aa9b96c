import type { MetadataFilter } from "./metadata-filter.ts";
import type { Shard } from "./shard.ts";

/** Options that say which tasks are meant. Each narrows what those before it leave. */
export interface SelectionOptions {
  /** Ids. */
  readonly task?: readonly string[] | undefined;
  readonly filter?: readonly MetadataFilter[] | undefined;
  /** A result file: its tasks with a failed attempt. */
  readonly failing?: string | undefined;
  /** A result file: its tasks with an attempt without a verdict. */
  readonly errors?: string | undefined;
  /** So many tasks, drawn by the seed. */
  readonly sample?: number | undefined;
  readonly shard?: Shard | undefined;
}
