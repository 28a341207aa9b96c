import {
  canonicalJson,
  describeThrown,
  frozenClone,
  InvalidArgumentError,
  type Json,
} from "@rollouts/core";

/** A copy of plain data that nobody can change. Refuses what JSON cannot carry. */
export function toFrozenJson<Value extends Json>(value: Value, argument: string): Value {
  try {
    canonicalJson(value);
  } catch (error) {
    throw new InvalidArgumentError({
      argument,
      message: `${argument} must be plain JSON: ${describeThrown(error)}`,
      cause: error,
    });
  }
  return frozenClone(value);
}
