import {
  checkModel as checkContract,
  InvalidArgumentError,
  invalidArgument,
  isModel,
  type Model,
} from "@rollouts/core";

/** Refuses what cannot be called as a model, with advice for the usual mistakes. */
export function checkModel(model: unknown, argument = "model"): asserts model is Model {
  if (typeof model === "string") {
    const text = JSON.stringify(model);
    throw new InvalidArgumentError({
      argument,
      message: `${argument} must be a model, not its name: write openai(${text}) of @rollouts/provider-openai instead of ${text}.`,
    });
  }
  if (!isModel(model)) {
    throw invalidArgument(
      argument,
      "a model, such as openai(...) of @rollouts/provider-openai",
      model,
    );
  }
  checkContract(model, argument);
}
