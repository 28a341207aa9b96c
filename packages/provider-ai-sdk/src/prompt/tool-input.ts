import { isPlainObject } from "@rollouts/core";

/**
 * The arguments of a tool call as prompts want them, an object. What the model wrote may be none, and
 * is then an empty one; without arguments, some models write nothing.
 */
export function readToolInput(rawArguments: string): { input: object; isReadable: boolean } {
  if (rawArguments.trim() === "") return { input: {}, isReadable: true };
  try {
    const input: unknown = JSON.parse(rawArguments);
    if (isPlainObject(input)) return { input, isReadable: true };
  } catch {
    // Told below.
  }
  return { input: {}, isReadable: false };
}
