import {
  type AgentInput,
  checkModel,
  invalidArgument,
  type Model,
  refuseUnknownKeys,
  type TaskInput,
} from "@rollouts/core";
import { abortCases } from "./agent-contract/abort-cases.ts";
import { conductCases } from "./agent-contract/conduct-cases.ts";
import { leakCases } from "./agent-contract/leak-cases.ts";
import { markInput } from "./agent-contract/mark-input.ts";
import { type RunRollouts, realRunCase } from "./agent-contract/real-run-case.ts";
import type { Subject } from "./agent-contract/subject.ts";
import type { ContractCase } from "./contract/contract-case.ts";

/** What `agentContract` takes. */
export interface AgentContractOptions {
  /** What an environment would be given: an agent, or a function that makes one per attempt. */
  readonly agent: AgentInput<unknown>;
  /**
   * What the agent is asked. To a prompt or messages a sentence with the marker is added, at the
   * end of the last user message. A function takes the marker instead and says where it goes, for
   * agents that read their input strictly.
   *
   * @defaultValue a short question
   */
  readonly input?: TaskInput | ((marker: string) => TaskInput) | undefined;
  /**
   * Takes the place of the agent's model, except in the checks of aborts. Shared by all attempts,
   * so it must keep nothing of one for another.
   *
   * @defaultValue an echo model, which calls every tool that it is offered with made-up arguments
   */
  readonly model?: Model | undefined;
  /** That of `@rollouts/runner`. Without it the check that needs a real run is left out. */
  readonly runRollouts?: RunRollouts | undefined;
}

const optionKeys = ["agent", "input", "model", "runRollouts"];
const defaultInput = "What do you know about me?";

/**
 * Checks that an agent keeps the contract of `Agent` and keeps its attempts apart, as a list of
 * cases for any test runner; the guide on testing lists them.
 *
 * A case rejects with a `RolloutsError` of code `agent_contract` when the contract is broken. Run the
 * cases one after another: they share the agent, and look for what earlier ones left behind. They
 * make about 40 runs, those of the real run included, and an agent that does not stop when it is
 * aborted costs 2 seconds a case. A run that does not end fails after 120 seconds.
 *
 * @throws InvalidArgumentError for options that cannot be used.
 */
export function agentContract(options: AgentContractOptions): readonly ContractCase[] {
  refuseUnknownKeys(options, optionKeys, "agentContract");
  const { agent, input = defaultInput, model, runRollouts } = options;
  if (typeof agent !== "function" && (typeof agent !== "object" || agent === null)) {
    throw invalidArgument("agent", "an agent, or a function that makes one", agent);
  }
  if (model !== undefined) checkModel(model, "model");
  if (runRollouts !== undefined && typeof runRollouts !== "function") {
    throw invalidArgument("runRollouts", "the function of @rollouts/runner", runRollouts);
  }
  const subject: Subject = { agent, input: toMarkedInput(input), model, attempts: [] };
  return [
    ...conductCases(subject),
    ...abortCases(subject),
    ...leakCases(subject),
    ...(runRollouts === undefined ? [] : [realRunCase(subject, runRollouts)]),
  ];
}

function toMarkedInput(input: AgentContractOptions["input"]): Subject["input"] {
  if (typeof input === "function") return input;
  if (typeof input === "string" || Array.isArray(input)) {
    return (marker) => markInput(input as TaskInput, marker);
  }
  throw invalidArgument("input", "a prompt, messages, or a function of the marker", input);
}
