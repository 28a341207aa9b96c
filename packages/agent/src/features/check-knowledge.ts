import { invalidArgument, isPlainObject, refuseUnknownKeys } from "@rollouts/core";
import { isObject } from "../is-object.ts";
import type { Knowledge } from "./knowledge.ts";

/** Refuses what an agent could not look anything up in. */
export function checkKnowledge(knowledge: unknown): asserts knowledge is Knowledge {
  if (!isObject(knowledge)) {
    throw invalidArgument("knowledge", "{ search, mode, add, identity }", knowledge);
  }
  // An instance of a class may have members of its own.
  if (isPlainObject(knowledge)) {
    refuseUnknownKeys(knowledge, ["search", "mode", "add", "identity"], "knowledge");
  }
  const { search, mode, add } = knowledge;
  if (typeof search !== "function") {
    throw invalidArgument("knowledge.search", "a function (query, context) => passages", search);
  }
  if (mode !== "tool" && mode !== "context") {
    throw invalidArgument("knowledge.mode", '"tool" or "context"', mode);
  }
  if (add !== undefined && typeof add !== "function") {
    throw invalidArgument("knowledge.add", "a function (text, context)", add);
  }
}
