import {
  type Agent,
  InvalidArgumentError,
  policyFingerprint as policyFingerprintOf,
} from "@rollouts/core";

/**
 * Refuses the product of a factory that is another policy than the product that was fingerprinted
 * before the run: one fingerprint would stand for two policies.
 *
 * @throws InvalidArgumentError, FingerprintError
 */
export async function refuseOtherPolicy(
  agent: Agent<unknown>,
  fingerprinted: string | null,
): Promise<void> {
  if (fingerprinted === null) return;
  if ((await policyFingerprintOf(agent)) === fingerprinted) return;
  const what = agent.model === undefined ? "another identity" : `the model ${agent.model.modelId}`;
  throw new InvalidArgumentError({
    argument: "agent",
    message: `The agent factory made an agent with ${what}, which is not the policy that the run was fingerprinted for. Let the factory make the same agent every time.`,
  });
}
