import { type Exporter, invalidArgument, refuseUnknownKeys } from "@rollouts/core";
import type { ContractCase } from "./contract/contract-case.ts";
import { type ExporterSubject, exporterCases } from "./exporter-contract/exporter-cases.ts";

/** What `exporterContract` takes. */
export interface ExporterContractOptions<Options> {
  readonly exporter: Exporter<Options, unknown>;
  /** What every export is given, such as `{ onlyPassed: true }`. @defaultValue undefined */
  readonly options?: Options | undefined;
  /** Name of the file in every export, for exporters that look at its ending. @defaultValue "export.jsonl" */
  readonly fileName?: string | undefined;
}

const optionKeys = ["exporter", "options", "fileName"];

/**
 * Checks that an exporter keeps the contract of `Exporter`: it gives the same bytes for the same
 * result, leaves the result alone, and never leaves half a file. A list of cases for any test
 * runner; the guide on testing lists them.
 *
 * The cases export small results with passed, failed and unscored attempts of text into temporary
 * folders, which they remove. A case rejects with a `RolloutsError` of code `exporter_contract` when
 * the contract is broken.
 *
 * @throws InvalidArgumentError for options that cannot be used.
 */
export function exporterContract<Options>(
  options: ExporterContractOptions<Options>,
): readonly ContractCase[] {
  refuseUnknownKeys(options, optionKeys, "exporterContract");
  const { exporter, fileName = "export.jsonl" } = options;
  if (typeof exporter !== "object" || typeof exporter?.export !== "function") {
    throw invalidArgument("exporter", "an object with a function export", exporter);
  }
  if (typeof fileName !== "string" || !/^[\w.-]+$/.test(fileName)) {
    throw invalidArgument("fileName", "the name of a file", fileName);
  }
  const subject: ExporterSubject = {
    exporter: exporter as Exporter<unknown, unknown>,
    options: options.options,
    fileName,
  };
  return exporterCases(subject);
}
