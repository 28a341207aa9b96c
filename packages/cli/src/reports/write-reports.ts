import { describeThrown, type RolloutResult, RolloutsError, replaceFile } from "@rollouts/core";
import type { FileReportOptions } from "@rollouts/report";
import { fromStart } from "../files/from-start.ts";
import { reportFailure } from "../process/report-failure.ts";
import { UsageError } from "../process/usage-error.ts";
import { reportFormatOf } from "./report-format.ts";

/** @throws UsageError for a name that no report can have. */
export function checkReportNames(paths: readonly string[] = []): void {
  for (const path of paths) {
    if (reportFormatOf(path) !== null) continue;
    throw new UsageError(
      `--report ${path}: the name says the format; it must end in .json, .junit.xml, .md, .csv or .html. Result files (.rollouts.jsonl) are for --out.`,
    );
  }
}

/** Writes a result as so many reports. Gives the exit code of the first that failed, after trying all. */
export async function writeReports(
  result: RolloutResult,
  options: FileReportOptions,
  { paths, log }: { readonly paths: readonly string[]; readonly log: (text: string) => void },
): Promise<number | undefined> {
  const codes: number[] = [];
  for (const path of paths) {
    try {
      await writeReport(path, reportFormatOf(path)?.(result, options) ?? "");
    } catch (thrown) {
      codes.push(reportFailure(thrown, log));
    }
  }
  return codes[0];
}

async function writeReport(path: string, text: string): Promise<void> {
  try {
    await replaceFile(fromStart(path), text);
  } catch (thrown) {
    const message = `Cannot write ${path}: ${describeThrown(thrown)}.`;
    throw new RolloutsError({ code: "write_failed", message, cause: thrown });
  }
}
