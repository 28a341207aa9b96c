import { type AttemptContext, FingerprintError, invalidArgument } from "@rollouts/core";
import { toFrozenJson } from "../frozen-json.ts";
import { toQuery } from "../transcript.ts";
import { checkKnowledge } from "./check-knowledge.ts";
import type { Feature } from "./feature.ts";
import type { Knowledge } from "./knowledge.ts";
import { addTool, searchTool } from "./knowledge-tools.ts";

/** Makes the passages of a retriever available to the model. */
export function planKnowledge(knowledge: unknown): Feature | undefined {
  if (knowledge === undefined) return undefined;
  checkKnowledge(knowledge);
  const { mode } = knowledge;
  const add = knowledge.add?.bind(knowledge);
  const callSearch = knowledge.search.bind(knowledge);
  const search = async (query: string, context: AttemptContext) =>
    readPassages(await callSearch(query, context));
  const corpus =
    knowledge.identity === undefined
      ? undefined
      : toFrozenJson(knowledge.identity, "knowledge.identity");
  return {
    option: "knowledge",
    identity: () => ({ mode, canAdd: add !== undefined, corpus: corpus ?? refuseIdentity() }),
    ...(mode === "tool" ? { tools: [searchTool(search)] } : {}),
    ...(mode === "context"
      ? { describe: ({ input, context }) => describePassages(toQuery(input), search, context) }
      : {}),
    writes: { tools: add === undefined ? [] : [addTool(add)] },
  };
}

function refuseIdentity(): never {
  throw new FingerprintError({
    path: "$.knowledge.identity",
    reason:
      'it is missing, and the code of a search does not tell what it finds. Give knowledge an identity that changes with what can be found, such as { corpus: "manual", version: 3 }.',
  });
}

function readPassages(found: unknown): readonly string[] {
  if (Array.isArray(found) && found.every((passage) => typeof passage === "string")) return found;
  throw invalidArgument("what knowledge.search gives", "a list of texts", found);
}

async function describePassages(
  query: string,
  search: Knowledge["search"],
  context: AttemptContext,
): Promise<string | undefined> {
  if (query.trim() === "") return undefined;
  const passages = await search(query, context);
  if (passages.length === 0) return undefined;
  const numbered = passages.map((passage, index) => `[${index + 1}] ${passage}`);
  return ["Passages that were found for this request:", ...numbered].join("\n\n");
}
