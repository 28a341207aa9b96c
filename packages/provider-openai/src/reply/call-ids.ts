import type { Call } from "../call.ts";

/** Sees to it that every tool call of a reply has an id of its own, since its answer needs one. */
export interface CallIds {
  /** The id of the next call: the given one, or one that was made when that is none or taken. */
  next(given: unknown): string;
  /** Says how many were made, if any. */
  warnings(): readonly string[];
}

/** Ids for the calls of one reply; those that are made are unique within the conversation. */
export function createCallIds({ replyCount, profile }: Call): CallIds {
  const taken = new Set<string>();
  let callCount = 0;
  let madeCount = 0;

  function make(): string {
    madeCount++;
    let id = `call_${replyCount}_${callCount}`;
    while (taken.has(id)) id += "_";
    return id;
  }

  return {
    next(given) {
      const isOwn = typeof given === "string" && given !== "" && !taken.has(given);
      const id = isOwn ? given : make();
      taken.add(id);
      callCount++;
      return id;
    },
    warnings() {
      if (madeCount === 0) return [];
      return [
        `${profile.provider} gave ${madeCount} of ${callCount} tool calls no id of its own; ids were made.`,
      ];
    },
  };
}
