import { describeValue } from "@rollouts/core";

const toolName = /^[A-Za-z0-9_-]{1,64}$/;

/** Says why a name, which a model may have made up, is none of a tool; `null` when it is one. */
export function toolNameFault(name: unknown): string | null {
  if (typeof name === "string" && toolName.test(name)) return null;
  return `the tool name ${describeValue(name)} is not 1 to 64 of A-Z, a-z, 0-9, _ and -`;
}
