import { describeThrown, describeValue } from "@rollouts/core";

/**
 * What the model is told of a tool's result: a string as it is, anything else as compact JSON.
 *
 * @throws Error for what JSON cannot carry, such as a bigint or a cycle.
 */
export function toResultText(result: unknown): string {
  if (typeof result === "string") return result;
  if (result === undefined) return "The tool returned nothing.";
  const json = stringify(result);
  if (json !== undefined) return json;
  throw new Error(`The tool ran, but returned ${describeValue(result)}, which JSON cannot carry.`);
}

function stringify(result: unknown): string | undefined {
  try {
    // Functions and symbols have no JSON, which the declared type leaves out.
    return JSON.stringify(result) as string | undefined;
  } catch (error) {
    throw new Error(
      `The tool ran, but its result cannot be written as JSON: ${describeThrown(error)}`,
    );
  }
}
