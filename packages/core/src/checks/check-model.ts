import { InvalidArgumentError } from "../errors/invalid-argument-error.ts";
import { UnsupportedSpecVersionError } from "../errors/unsupported-spec-version-error.ts";
import type { Model } from "../model.ts";
import { describeValue } from "./describe-value.ts";
import { isModel } from "./is-model.ts";

/**
 * Refuses what is no model; `argument` is where it came in.
 *
 * @throws InvalidArgumentError, or UnsupportedSpecVersionError for a model of another contract.
 */
export function checkModel(model: unknown, argument: string): asserts model is Model {
  if (!isModel(model) || typeof model.identity !== "function") {
    const hint = typeof model === "string" ? " Names are not looked up." : "";
    throw new InvalidArgumentError({
      argument,
      message: `${argument} must be a Model, got ${describeValue(model)}.${hint}`,
    });
  }
  const specVersion: unknown = model.specVersion;
  if (specVersion !== "v1") {
    throw new UnsupportedSpecVersionError({
      plugin: `The model given as ${argument}`,
      found: specVersion,
      supported: ["v1"],
    });
  }
}
