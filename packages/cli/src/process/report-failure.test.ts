import { expect, it } from "vitest";
import { exitCode } from "./exit-code.ts";
import { reportFailure } from "./report-failure.ts";

/** All that is logged of a failure. */
function logOf(thrown: unknown): string {
  const lines: string[] = [];
  expect(reportFailure(thrown, (text) => lines.push(text))).toBe(exitCode.internal);
  return lines.join("\n");
}

it("shows the stack of a fault, of which no line is a command to a CI log", () => {
  const text = logOf(new Error("odd\n::error::x\n##vso[task.setvariable]y\u001b[2J"));
  expect(text.split("\n").slice(1, 3)).toEqual([
    "\\u003a:error::x",
    "\\u0023#vso[task.setvariable]y\\u001b[2J",
  ]);
  expect(text).toMatch(/\n {4}at .*report-failure\.test/);
});

it("shows no stack that is none", () => {
  expect(logOf(Object.assign(new Error("odd"), { stack: 5 }))).toBe("rollouts: odd");
});
