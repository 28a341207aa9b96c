import { RolloutResult } from "@rollouts/core";
import { expect, it } from "vitest";
import { mixedResult } from "../__fixtures__/mixed.ts";
import { exampleResult, failed, passed } from "../__fixtures__/result.ts";
import { checkGates } from "../gates/check-gates.ts";
import { toMarkdown } from "./to-markdown.ts";

it("has the verdict, the numbers with what they rest on, a row per task, and what went wrong", () => {
  const verdict = checkGates(mixedResult, { minTaskRate: 0.6 });
  expect(toMarkdown(mixedResult, { verdict })).toBe(`## \`example\`

**Gates: failed**

| gate | wanted | found | outcome | reason |
| --- | --- | --- | --- | --- |
| evidence | 1 | 4 | passed | \`4 of 9 planned attempts were scored\` |
| minTaskRate | 0.60 | 0.50 | failed | \`\`the lowest pass rate of a task is 0.50 and must be at least 0.60; tasks below: 2 of 3 (six\\u007cseven, \`easy\` @user <b>); tasks without a verdict: 1 (never)\`\` |

| fact | value |
| --- | --- |
| pass rate | 0.50 (4 of 9 planned attempts scored) |
| coverage | 0.44 |
| if all without a verdict had failed, or passed | 0.22, or 0.78 |
| without a verdict | 1 timeout |
| never ran | 4 attempts |
| end | stopped early: budget |
| learning zone | 2 of 3 tasks |
| mean of the task rates | 0.50 over 2 tasks, no interval |
| time | 2.5s |
| tokens | 5 in, 3 out, $0.5000 (4 attempts did not say) |
| environment | unknown |
| policy | unknown |

Attempts: █ passed, ░ failed, ▲ without a verdict. Intervals: Wilson, 95 %.

| task | attempts | passed / scored | pass rate | interval | unscored | learning zone |
| --- | --- | --- | --- | --- | --- | --- |
| \`six\\u007cseven\` | █░▲ | 1/2 | 0.50 | 0.09 to 0.91 | 1 | yes |
| \`\` \`easy\` @user <b> \`\` | ░█ | 1/2 | 0.50 | 0.09 to 0.91 | 0 | yes |
| \`never\` | - | 0/0 | none | - | 0 |  |

### Attempts that failed or have no verdict

- \`six\\u007cseven\` attempt 1: failed
- \`six\\u007cseven\` attempt 2: unscored (timeout), error \`timeout: exceeded 1s\`
- \`\` \`easy\` @user <b> \`\` attempt 0: failed, reason \`=1+1 <script>alert(1)</script>\`
`);
});

it("keeps the interval of the mean of task rates away from the pooled rate, and within 0 to 1", () => {
  const uneven = exampleResult([{ attempts: [passed, passed] }, { attempts: [failed, passed] }]);
  const lines = toMarkdown(uneven).split("\n");
  expect(lines).toContain("| pass rate | 0.75 (4 of 4 planned attempts scored) |");
  expect(lines).toContain(
    "| mean of the task rates | 0.75 over 2 tasks, 95 % interval 0.00 to 1.00 |",
  );
});

it("shows a fingerprint as foreign text, for a file may have anything in its place", () => {
  const { header, ...rest } = exampleResult([]);
  const envFingerprint = "a | b <img src=x>\n| @someone `";
  const policyFingerprint = `polfp1:${"b".repeat(64)}`;
  const facts = { ...header, envFingerprint, policyFingerprint };
  const lines = toMarkdown(new RolloutResult({ ...rest, header: facts })).split("\n");
  expect(lines).toContain("| environment | `` a \\u007c b <img src=x>\\n\\u007c @someone ` `` |");
  expect(lines).toContain(`| policy | \`${policyFingerprint}\` |`);
});

it("says of an empty result that it has no tasks, and invents no rate", () => {
  const text = toMarkdown(exampleResult([]));
  expect(text).toContain("| pass rate | none (0 of 0 planned attempts scored) |");
  expect(text).toContain("| mean of the task rates | none over 0 tasks, no interval |");
  expect(text).toMatch(/\n\nThe result has no tasks\.\n$/);
});

it("counts what it does not show: signs of a task, attempts and warnings", () => {
  const many = exampleResult([{ attempts: Array(120).fill(failed) }]);
  const result = new RolloutResult({ ...many, warnings: Array(25).fill("`w` | x") });
  const text = toMarkdown(result);
  expect(text).toContain(`| ${"░".repeat(64)} and 56 more |`);
  expect(text).toContain("- `t1` attempt 99: failed\n- not shown: 20\n");
  expect(text).toMatch(/\n### Warnings\n\n(- `` `w` \\u007c x ``\n){20}- not shown: 5\n$/);
});

it("refuses what it does not know", () => {
  expect(() => toMarkdown({} as never)).toThrow("result must be a RolloutResult");
  expect(() => toMarkdown(mixedResult, { verdict: true as never })).toThrow(
    "verdict must be what checkGates(result, limits) gives, got true.",
  );
  expect(() => toMarkdown(mixedResult, { gates: {} } as never)).toThrow(
    'toMarkdown has an unknown key "gates" (allowed: verdict).',
  );
});
