import type { RolloutResult } from "@rollouts/core";
import type { GateVerdict } from "@rollouts/report";
import type { Gates } from "../gates/open-gates.ts";
import { renderWarnings } from "../render/render-result.ts";
import { tellGitHub } from "../reports/tell-git-hub.ts";
import { writeReports } from "../reports/write-reports.ts";

export interface JudgeOptions {
  readonly gates: Gates;
  readonly reports: readonly string[];
  readonly log: (text: string) => void;
}

/** What console, files and exit code rest on. */
export interface Judged {
  readonly verdict: GateVerdict;
  /** The verdict when there is something to say about it: limits were given, or one does not hold. */
  readonly shownVerdict: GateVerdict | undefined;
  /** The exit code of a report that could not be written. */
  readonly failureCode: number | undefined;
}

/** Holds a result to its gates and writes what was asked for, with the one verdict. */
export async function judgeAndReport(
  result: RolloutResult,
  { gates, reports, log }: JudgeOptions,
): Promise<Judged> {
  for (const line of renderWarnings(result)) log(line);
  const verdict = gates.judge(result);
  const shownVerdict = gates.isAsked || !verdict.passed ? verdict : undefined;
  const failureCode = await writeReports(
    result,
    { verdict: shownVerdict },
    { paths: reports, log },
  );
  await tellGitHub(result, { verdict: shownVerdict }, log);
  return { verdict, shownVerdict, failureCode };
}
