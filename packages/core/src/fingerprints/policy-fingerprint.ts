import type { Agent } from "../agent.ts";
import { checkAgent } from "../checks/check-agent.ts";
import { describeValue } from "../checks/describe-value.ts";
import { isModel } from "../checks/is-model.ts";
import { isPlainObject } from "../checks/plain-object.ts";
import type { Model, ModelIdentity } from "../model.ts";
import { fingerprint, fingerprintPart, inPart } from "./fingerprint.ts";

/** A fingerprint and the digests of the parts that it is made of. */
export interface FingerprintWithParts {
  readonly fingerprint: string;
  readonly parts: Readonly<Record<string, string>>;
}

/**
 * Fingerprint of what answers: the model with its settings, or, for an agent without a model, the
 * agent's own identity. `polfp1:` and 64 hexadecimal digits.
 *
 * @throws FingerprintError when a part has no canonical JSON.
 */
export async function policyFingerprint(modelOrAgent: Model | Agent<unknown>): Promise<string> {
  return (await describePolicy(modelOrAgent)).fingerprint;
}

/** The policy fingerprint with its parts. */
export async function describePolicy(
  modelOrAgent: Model | Agent<unknown>,
): Promise<FingerprintWithParts> {
  const parts = await digestPolicy(modelOrAgent);
  return { fingerprint: `polfp1:${fingerprint(parts)}`, parts };
}

async function digestPolicy(modelOrAgent: Model | Agent<unknown>): Promise<Record<string, string>> {
  if (isModel(modelOrAgent)) return digestMembers(policyOf(modelOrAgent));
  checkAgent(modelOrAgent, "modelOrAgent");
  const { model } = modelOrAgent;
  if (model !== undefined) return digestMembers(policyOf(model));
  return { agent: await fingerprintPart("agent", () => modelOrAgent.identity()) };
}

function policyOf(model: Model): ModelIdentity["policy"] {
  try {
    const { policy } = model.identity();
    if (isPlainObject(policy)) return policy;
    throw new TypeError(`must be an object, got ${describeValue(policy)}`);
  } catch (thrown) {
    throw inPart("policy", thrown);
  }
}

async function digestMembers(policy: ModelIdentity["policy"]): Promise<Record<string, string>> {
  const digests: [string, string][] = [];
  for (const [name, value] of Object.entries(policy)) {
    if (value !== undefined)
      digests.push([name, await fingerprintPart(`policy.${name}`, () => value)]);
  }
  return Object.fromEntries(digests);
}
