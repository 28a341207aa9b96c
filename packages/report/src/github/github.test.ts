import { RolloutResult } from "@rollouts/core";
import { expect, it } from "vitest";
import { mixedResult } from "../__fixtures__/mixed.ts";
import { exampleResult, failed } from "../__fixtures__/result.ts";
import { checkGates } from "../gates/check-gates.ts";
import { toMarkdown } from "../markdown/to-markdown.ts";
import { renderAttempt } from "../render-attempt.ts";
import { toGitHubAnnotations } from "./github-annotations.ts";
import { toGitHubSummary } from "./github-summary.ts";

it("annotates with an error per gate that does not hold, the warnings, and the pass rate", () => {
  const verdict = checkGates(mixedResult, { minPassRate: 0.5, minCoverage: 0.9 });
  const result = new RolloutResult({ ...mixedResult, warnings: ["50%, or: less\r\n::error::x"] });
  expect(toGitHubAnnotations(result, { verdict })).toEqual([
    "::error title=example%3A minCoverage%3A not enough evidence::the coverage is 0.44 and must be at least 0.90: 4 of 9 planned attempts were scored",
    "::warning title=example::50%25, or: less ::error::x",
    "::notice title=example::pass rate: 0.50 (4 of 9 planned attempts scored)",
  ]);
});

it("escapes what would end the title, and undoes its own percent signs never twice", () => {
  const result = exampleResult([]);
  const named = new RolloutResult({ ...result, header: { ...result.header, env: "a,b::c%0A\n" } });
  expect(toGitHubAnnotations(named)).toEqual([
    "::notice title=a%2Cb%3A%3Ac%250A\\n::pass rate: none (0 of 0 planned attempts scored)",
  ]);
});

it("annotates ten warnings at most", () => {
  const result = new RolloutResult({ ...mixedResult, warnings: Array(30).fill("w") });
  expect(toGitHubAnnotations(result)).toHaveLength(11);
});

it("the summary is the Markdown report, and says what it leaves out", () => {
  expect(toGitHubSummary(mixedResult)).toBe(toMarkdown(mixedResult));
  const many = exampleResult(Array.from({ length: 501 }, () => ({ attempts: [failed] })));
  expect(toGitHubSummary(many)).toContain("\nTasks not shown: 1.\n");
});

it("the summary stays below 1 MiB, whatever a result says", () => {
  const giant = "`\u{1f600}\u{e0041}|".repeat(5_000);
  const attempt = { ...failed, error: giant, score: { value: 0, passed: false, reason: giant } };
  const many = exampleResult(
    Array.from({ length: 600 }, (_, index) => ({
      id: `${index}${giant}`,
      attempts: Array(80).fill(attempt),
    })),
  );
  const result = new RolloutResult({ ...many, warnings: Array(100).fill(giant) });
  const verdict = checkGates(result, { minTaskRate: 1 });
  expect(Buffer.byteLength(toGitHubSummary(result, { verdict }))).toBeLessThan(1024 * 1024);
}, 30_000);

it("a printed report holds no line that a CI log takes for a command", () => {
  const reason = "one\n::add-mask::x\n  ::stop-commands::y\nend ##[group]z";
  const result = exampleResult([{ attempts: [{ score: { value: 0, passed: false, reason } }] }]);
  const lines = renderAttempt(result, "t1/0").split("\n");
  expect(lines).toContain("    \\u003a:add-mask::x");
  expect(lines).toContain("      \\u003a:stop-commands::y");
  expect(lines).toContain("    end \\u0023#[group]z");
});
