import { checkResult, describeEnd, type RolloutResult, type TaskResult } from "@rollouts/core";
import { clipName } from "../clip.ts";
import { checkFileOptions, type FileReportOptions } from "../file-options.ts";
import { formatRate } from "../pass-rate-text.ts";
import { type Fact, formatInterval, resultFacts } from "../result-facts.ts";
import { attemptCase, gateCase, type JUnitCase, missingCase } from "./junit-case.ts";
import { type Attributes, propertyLines, toSeconds, toXmlAttributes } from "./xml-element.ts";

interface Suite {
  readonly name: string;
  readonly facts: readonly Fact[];
  readonly cases: readonly JUnitCase[];
}

/**
 * Writes a result as JUnit XML: a `testsuite` per task, a `testcase` per attempt. An attempt that
 * failed is a `failure`, one without a verdict an `error`. Where planned attempts never ran, one more
 * case is `skipped` and says how many. With a verdict there is a suite `gates` before them, a case per
 * check, `error` where the evidence does not reach. Ends with a newline.
 *
 * Foreign text is clipped, and what XML 1.0 forbids comes out as visible escapes.
 *
 * @throws InvalidArgumentError for a value that is no result and for options that it does not know.
 * UnsupportedSpecVersionError for a result of another contract.
 */
export function toJUnit(result: RolloutResult, options: FileReportOptions = {}): string {
  checkResult(result);
  checkFileOptions(options, "toJUnit");
  const { verdict } = options;
  const suites: readonly Suite[] = [
    ...(verdict === undefined
      ? []
      : [{ name: "gates", facts: [], cases: verdict.checks.map(gateCase) }]),
    ...result.taskResults.map((taskResult) => taskSuite(taskResult, result)),
  ];
  const all = suites.flatMap(({ cases }) => cases);
  const { durationMs } = result;
  const time = durationMs === null ? undefined : toSeconds(durationMs);
  const head = { name: clipName(result.header.env, 200), ...countsOf(all), time };
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${toXmlAttributes(head)}>`,
    ...suites.flatMap((suite) => suiteLines(suite, suite === suites[0] ? resultFacts(result) : [])),
    "</testsuites>",
  ].join("\n")}\n`;
}

/** The facts of the whole result stand in the first suite: `testsuites` may hold no properties. */
function suiteLines({ name, facts, cases }: Suite, resultFactsHere: readonly Fact[]): string[] {
  const time = cases.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const head = { name, ...countsOf(cases), time: toSeconds(time) };
  return [
    `  <testsuite${toXmlAttributes(head)}>`,
    ...propertyLines("    ", [...resultFactsHere.map(asResultFact), ...facts]),
    ...cases.flatMap(({ lines }) => lines),
    "  </testsuite>",
  ];
}

function asResultFact([label, value]: Fact): Fact {
  return [`result: ${label}`, value];
}

function taskSuite(taskResult: TaskResult, result: RolloutResult): Suite {
  const { header } = result;
  const { task, attempts } = taskResult;
  const name = clipName(task.id, 200);
  const classname = clipName(header.env, 200);
  const cases = attempts.map((attempt) =>
    attemptCase(attempt, { classname, name: `${name}/${attempt.attemptIndex}` }),
  );
  // One for all: a file may say that a billion are missing.
  const missingCount = header.k - attempts.filter((each) => each.attemptIndex < header.k).length;
  if (missingCount > 0) {
    const head = { classname, name: `${name}/not run` };
    cases.push(missingCase(head, missingCount, describeEnd(result)));
  }
  return { name, facts: taskFacts(taskResult), cases };
}

function taskFacts(taskResult: TaskResult): readonly Fact[] {
  return [
    ["pass rate", formatRate(taskResult.passRate)],
    ["95 % interval", formatInterval(taskResult.interval)],
    ["passed / scored", `${taskResult.passedCount}/${taskResult.scoredCount}`],
    ["learning zone", taskResult.inLearningZone ? "yes" : "no"],
  ];
}

function countsOf(cases: readonly JUnitCase[]): Attributes {
  const count = (kind: JUnitCase["kind"]) => cases.filter((each) => each.kind === kind).length;
  return {
    tests: cases.length,
    failures: count("failure"),
    errors: count("error"),
    skipped: count("skipped"),
  };
}
