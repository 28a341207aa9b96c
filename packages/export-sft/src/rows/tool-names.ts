import { isPlainObject } from "@rollouts/core";

/** What a row says that the model was offered; `null` when it does not say. */
export function toolNamesIn({
  tools,
  functions,
}: Readonly<Record<string, unknown>>): ReadonlySet<unknown> | null {
  if (!Array.isArray(tools) && !Array.isArray(functions)) return null;
  const ofTools = Array.isArray(tools) ? tools : [];
  const called = ofTools.map((tool) => (isPlainObject(tool) ? tool.function : undefined));
  const definitions = Array.isArray(functions) ? [...called, ...functions] : called;
  return new Set(definitions.map((one) => (isPlainObject(one) ? one.name : undefined)));
}
