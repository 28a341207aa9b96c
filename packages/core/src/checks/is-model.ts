import type { Model } from "../model.ts";

/** True for what can be called as a model. */
export function isModel(value: unknown): value is Model {
  return (
    typeof value === "object" &&
    value !== null &&
    "generate" in value &&
    typeof value.generate === "function"
  );
}
