import { invalidArgument, refuseUnknownKeys } from "@rollouts/core";
import type { ContractCase } from "./contract/contract-case.ts";
import { sinkConductCases } from "./sink-contract/conduct-cases.ts";
import { sinkKeepingCases } from "./sink-contract/keeping-cases.ts";
import type { SinkContractOptions } from "./sink-contract/sink-subject.ts";

/**
 * Checks that a sink keeps the contract of `ResultSink`, as a list of cases for any test runner; the
 * guide on testing lists them. Each case makes a sink of its own, so they may run in any order.
 *
 * A case rejects with a `RolloutsError` of code `sink_contract` when the contract is broken, also when
 * something does not settle within 30 seconds.
 *
 * @throws InvalidArgumentError for options that cannot be used.
 */
export function sinkContract(options: SinkContractOptions): readonly ContractCase[] {
  refuseUnknownKeys(options, ["create", "read", "resume"], "sinkContract");
  const { create, read, resume } = options;
  for (const [name, option] of Object.entries({ create, read, resume })) {
    if (typeof option !== "function" && (option !== undefined || name === "create")) {
      throw invalidArgument(name, "a function of a name", option);
    }
  }
  if (resume !== undefined && read === undefined) {
    throw invalidArgument("read", "a function of a name, since resume is given", read);
  }
  return [
    ...sinkConductCases(options),
    ...(read === undefined ? [] : sinkKeepingCases(options, read)),
  ];
}
