import { checkModel as checkContract, InvalidArgumentError, isModel } from "@rollouts/core";
import { invalidArgument } from "./invalid-argument.ts";

/** Refuses what cannot be called as a model, with advice for the usual mistakes. */
export function checkModel(model: unknown): void {
  if (typeof model === "string") {
    const text = JSON.stringify(model);
    throw new InvalidArgumentError({
      argument: "model",
      message: `model must be a model, not its name: write openai(${text}) of @rollouts/provider-openai instead of ${text}.`,
    });
  }
  if (!isModel(model)) {
    throw invalidArgument(
      "model",
      "a model, such as openai(...) of @rollouts/provider-openai",
      model,
    );
  }
  checkContract(model, "model");
}
