import {
  canonicalJson,
  describeThrown,
  describeValue,
  isPlainObject,
  type Model,
} from "@rollouts/core";
import { modelBroken } from "../contract/broken.ts";
import type { ContractCase } from "../contract/contract-case.ts";
import { ask, requestOf, type Subject } from "./model-subject.ts";

/** What a model says about itself. */
export function modelIdentityCases(subject: Subject): readonly ContractCase[] {
  return [
    { name: "the model has a version, a provider and an id", run: () => checkMembers(subject) },
    { name: "identity() is plain JSON and stays the same", run: () => checkIdentity(subject) },
  ];
}

async function checkMembers(subject: Subject): Promise<void> {
  // Whatever is missing is refused where the model is made.
  const { provider, modelId, account } = await subject.makeModel();
  for (const [name, value] of Object.entries({ provider, modelId })) {
    if (typeof value !== "string" || value.trim() === "") {
      throw modelBroken(
        `${name} is ${describeValue(value)}, and must be a text that is not blank.`,
      );
    }
  }
  if (account !== undefined && typeof account !== "string") {
    throw modelBroken(`account is ${describeValue(account)}, and must be a text, or left out.`);
  }
}

async function checkIdentity(subject: Subject): Promise<void> {
  const model = await subject.makeModel();
  const first = identify(model);
  if (identify(model) !== first) throw changed("a second call");
  if (identify(await subject.makeModel()) !== first) throw changed("the next model that is made");
  await ask(model, requestOf(subject.messages));
  if (identify(model) !== first) throw changed("a model call");
}

function identify(model: Model): string {
  try {
    const identity = model.identity();
    if (!isPlainObject(identity?.policy)) {
      throw new TypeError(`policy is ${describeValue(identity?.policy)}, and must be an object`);
    }
    return canonicalJson(identity);
  } catch (thrown) {
    throw modelBroken(`identity() is no plain JSON: ${describeThrown(thrown)}`, thrown);
  }
}

function changed(by: string): Error {
  return modelBroken(
    `identity() differs after ${by}. Put into it what shapes the answers, and nothing that changes.`,
  );
}
