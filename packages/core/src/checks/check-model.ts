import { InvalidArgumentError } from "../errors/invalid-argument-error.ts";
import type { Model } from "../model.ts";
import { describeValue } from "./describe-value.ts";
import { isModel } from "./is-model.ts";
import { requireSpecVersion } from "./require-spec-version.ts";

/**
 * Refuses what is no model; `argument` is where it came in.
 *
 * @throws InvalidArgumentError, or UnsupportedSpecVersionError for a model of another contract.
 */
export function checkModel(model: unknown, argument: string): asserts model is Model {
  if (!isModel(model) || typeof model.identity !== "function") throw noModel(model, argument);
  requireSpecVersion(model.specVersion, `The model given as ${argument}`);
}

function noModel(found: unknown, argument: string): InvalidArgumentError {
  const isName = typeof found === "string";
  const example = `openai(${isName ? describeValue(found) : "..."}) of @rollouts/provider-openai`;
  const hint = isName ? " Names are not looked up." : "";
  return new InvalidArgumentError({
    argument,
    message: `${argument} must be a Model, such as ${example}, got ${describeValue(found)}.${hint}`,
  });
}
