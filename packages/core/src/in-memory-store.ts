import type { Json } from "./json.ts";
import type { Store } from "./store.ts";

/** Makes an empty store that lives in memory. Values are copied in and out. */
export function inMemoryStore(): Store {
  const values = new Map<string, Json>();
  return {
    async get(key) {
      return structuredClone(values.get(key));
    },
    async set(key, value) {
      values.set(key, structuredClone(value));
    },
    async delete(key) {
      values.delete(key);
    },
    async list(prefix) {
      return [...values.keys()].filter((key) => key.startsWith(prefix)).sort();
    },
  };
}
