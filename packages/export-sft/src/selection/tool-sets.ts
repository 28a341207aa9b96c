import { hash } from "node:crypto";
import type { JsonObject, ToolSpec } from "@rollouts/core";
import type { ProfileTools } from "../profiles/profile.ts";
import { toChatTools } from "../rows/to-chat-tools.ts";

/** The different lists of tools that the models of an export were offered, for the manifest. */
export class ToolSets {
  readonly #numbers = new Map<string, number>();
  readonly #sets: JsonObject[][] = [];
  readonly #form: ProfileTools | null;
  #last: readonly ToolSpec[] | null = null;
  #lastNumber = 0;

  /** @param form how the profile wants definitions */
  constructor(form: ProfileTools | null = null) {
    this.#form = form;
  }

  /** The number of a list, from 0; `null` for none. */
  numberOf(tools: readonly ToolSpec[] | null): number | null {
    if (tools === null || tools.length === 0) return null;
    if (tools === this.#last) return this.#lastNumber;
    const written = toChatTools(tools, this.#form) ?? [];
    const digest = hash("sha256", JSON.stringify(written));
    const number = this.#numbers.get(digest) ?? this.#numbers.size;
    if (number === this.#sets.length) {
      this.#numbers.set(digest, number);
      this.#sets.push(written);
    }
    this.#last = tools;
    this.#lastNumber = number;
    return number;
  }

  /** Every list, in the shape of OpenAI's Chat Completions. */
  all(): readonly (readonly JsonObject[])[] {
    return this.#sets;
  }
}
