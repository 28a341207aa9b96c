import { describeThrown } from "@rollouts/core";
import { modelBroken } from "../contract/broken.ts";
import type { ContractCase } from "../contract/contract-case.ts";
import { describeRejection } from "../contract/describe-rejection.ts";
import { type FailingModel, requestOf, type Subject } from "./model-subject.ts";
import { providerErrorClass } from "./provider-error-class.ts";

/** How a model must fail. */
export function failureCases(subject: Subject): readonly ContractCase[] {
  return subject.failing.map((failing, index) => ({
    name: `failing[${index}]: a failure is a ProviderError of class ${failing.errorClass}`,
    run: () => checkFailure(failing, subject),
  }));
}

async function checkFailure({ model, errorClass }: FailingModel, { messages }: Subject) {
  const outcome = await model.generate(requestOf(messages)).then(
    () => "answered",
    (thrown: unknown) => ({ thrown }),
  );
  if (typeof outcome === "string") throw modelBroken("The failing model answered.");
  const { thrown } = outcome;
  const found = providerErrorClass(thrown);
  if (found === undefined) {
    throw modelBroken(
      `The call failed with ${describeRejection(thrown)}, and must fail with a ProviderError.`,
      thrown,
    );
  }
  if (found !== errorClass) {
    throw modelBroken(
      `The error is of class ${found} (${describeThrown(thrown)}), and must be of class ${errorClass}.`,
      thrown,
    );
  }
}
