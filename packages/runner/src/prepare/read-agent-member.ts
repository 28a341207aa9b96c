import { InvalidArgumentError } from "@rollouts/core";
import { describeCauses, describeError } from "../failures/describe-causes.ts";

/**
 * Reads what an agent says of itself, which is code of a plug-in and may throw anything.
 *
 * @throws InvalidArgumentError
 */
export function readAgentMember<Value>(name: string, read: () => Value): Value {
  try {
    return read();
  } catch (thrown) {
    throw new InvalidArgumentError({
      argument: "agent",
      message: `The agent's ${name} failed before the run started: ${describeError(thrown)}${describeCauses(thrown)}`,
      cause: thrown,
    });
  }
}
