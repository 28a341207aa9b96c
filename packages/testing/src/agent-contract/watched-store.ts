import type { Json, Store } from "@rollouts/core";

/** A store that knows what is done to it once its attempt is over. */
export interface WatchedStore extends Store {
  /** Keys that were set or deleted after `close`. */
  readonly lateKeys: readonly string[];
  /** Says that the attempt is over. */
  close(): void;
  /** All that it holds. */
  contents(): Promise<Record<string, Json | undefined>>;
}

export function watchedStore(store: Store): WatchedStore {
  const lateKeys: string[] = [];
  let isClosed = false;
  const note = (key: string) => {
    if (isClosed) lateKeys.push(key);
  };
  return {
    lateKeys,
    get: (key) => store.get(key),
    list: (prefix) => store.list(prefix),
    set(key, value) {
      note(key);
      return store.set(key, value);
    },
    delete(key) {
      note(key);
      return store.delete(key);
    },
    close() {
      isClosed = true;
    },
    async contents() {
      const keys = await store.list("");
      const entries = keys.map(async (key) => [key, await store.get(key)] as const);
      return Object.fromEntries(await Promise.all(entries));
    },
  };
}
