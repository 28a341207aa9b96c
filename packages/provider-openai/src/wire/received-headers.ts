import type { Dispatcher } from "undici";
import type { HeadersLike } from "./headers-like.ts";

/** The headers of an answer as they came, at a fraction of what `Headers` cost, which check and sort. */
export class ReceivedHeaders implements HeadersLike {
  /** By lower-case name; several of one name in a list. */
  readonly #values: Dispatcher.ResponseData["headers"];

  constructor(values: Dispatcher.ResponseData["headers"]) {
    this.#values = values;
  }

  get(name: string): string | null {
    const key = name.toLowerCase();
    const value = Object.hasOwn(this.#values, key) ? this.#values[key] : undefined;
    return Array.isArray(value) ? value.join(", ") : (value ?? null);
  }

  /** For the log of the client, which is off. */
  entries(): [string, string][] {
    return [];
  }
}
