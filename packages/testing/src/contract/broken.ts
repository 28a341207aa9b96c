import { RolloutsError } from "@rollouts/core";

export const agentBroken = brokenBy("agent_contract");
export const exporterBroken = brokenBy("exporter_contract");
export const modelBroken = brokenBy("model_contract");
export const scorerBroken = brokenBy("scorer_contract");
export const sinkBroken = brokenBy("sink_contract");

/** Makes the errors of a suite: what the subject of a check did, and what it must do. */
function brokenBy<Code extends string>(code: Code) {
  return (message: string, cause?: unknown): RolloutsError<Code> => {
    return new RolloutsError({ code, message, cause });
  };
}
