import { invalidArgument, refuseUnknownKeys, toScorer } from "@rollouts/core";
import type { ContractCase } from "./contract/contract-case.ts";
import { identityCases } from "./scorer-contract/identity-cases.ts";
import { scorerAbortCases } from "./scorer-contract/scorer-abort-cases.ts";
import type { ScorerContractOptions } from "./scorer-contract/scorer-contract-options.ts";
import type { Subject } from "./scorer-contract/scorer-subject.ts";
import { verdictCases } from "./scorer-contract/verdict-cases.ts";

const optionKeys = [
  "scorer",
  "passing",
  "failing",
  "createScorer",
  "isDeterministic",
  "judgesAnswer",
];

/**
 * Checks that a scorer keeps the contract of `Scorer`, as a list of cases for any test runner; the
 * guide on testing lists them.
 *
 * A case rejects with a `RolloutsError` of code `scorer_contract` when the contract is broken. They
 * score about 30 runs, some at once; give a judge a model that answers by what it is asked, not in
 * call order. A scorer that does not stop when it is aborted costs 2 seconds a case.
 *
 * @throws InvalidArgumentError for options that cannot be used.
 */
export function scorerContract<Output, Expected>(
  options: ScorerContractOptions<Output, Expected>,
): readonly ContractCase[] {
  refuseUnknownKeys(options, optionKeys, "scorerContract");
  const { scorer, passing, failing, createScorer } = options;
  toScorer(scorer, "scorer");
  for (const [name, answer] of Object.entries({ passing, failing })) {
    if (typeof answer !== "object" || answer === null) {
      throw invalidArgument(name, "an answer { output, expected }", answer);
    }
  }
  if (createScorer !== undefined && typeof createScorer !== "function") {
    throw invalidArgument("createScorer", "a function that makes the scorer", createScorer);
  }
  for (const key of ["isDeterministic", "judgesAnswer"] as const) {
    const flag: unknown = options[key];
    if (flag !== undefined && typeof flag !== "boolean") {
      throw invalidArgument(key, "true or false", flag);
    }
  }
  const subject: Subject = options as ScorerContractOptions<unknown, unknown>;
  return [...identityCases(subject), ...verdictCases(subject), ...scorerAbortCases(subject)];
}
