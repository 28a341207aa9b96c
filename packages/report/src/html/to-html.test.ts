import { expect, it } from "vitest";
import { mixedResult } from "../__fixtures__/mixed.ts";
import { exampleResult, exampleRun, passed } from "../__fixtures__/result.ts";
import { checkGates } from "../gates/check-gates.ts";
import { toHtml } from "./to-html.ts";

const rowsOf = (html: string) => html.split("\n").filter((line) => line.startsWith("<tr"));

it("has a row per task, each sign a link to its attempt", () => {
  const [first, second, third] = rowsOf(toHtml(mixedResult)).slice(-3);
  expect(first).toBe(
    '<tr data-task="six|seven" data-position="0" data-verdicts="passed failed unscored" data-zone="yes">' +
      '<th scope="row"><a href="#t0">six|seven</a></th><td class="mono grid">' +
      '<a class="passed" href="#t0-a0" title="attempt 0: passed" aria-label="attempt 0: passed">█</a>' +
      '<a class="failed" href="#t0-a1" title="attempt 1: failed" aria-label="attempt 1: failed">░</a>' +
      '<a class="unscored" href="#t0-a2" title="attempt 2: unscored" aria-label="attempt 2: unscored">▲</a>' +
      "</td><td>1/2</td><td>0.50</td><td>0.09 to 0.91</td><td>1</td><td>learning zone</td></tr>",
  );
  expect(second).toContain('<a href="#t1">`easy` @user &lt;b&gt;</a>');
  expect(third).toContain(
    '<td class="mono grid">-</td><td>0/0</td><td>none</td><td>-</td><td>0</td><td></td>',
  );
});

it("shows every attempt with its transcript, and a task of which none ran", () => {
  const html = toHtml(mixedResult);
  expect(html.match(/<details data-verdict="\w+">/g)).toHaveLength(5);
  expect(html).toContain(
    '<details data-verdict="failed"><summary><span class="failed">░</span> attempt 0: FAIL   value=0.25   stop=completed   1.5s</summary>' +
      '<pre id="t1-a0">  reason: =1+1 &lt;script&gt;alert(1)&lt;/script&gt;\n\ntranscript:\n  user: Question\n  assistant: 42</pre></details>',
  );
  expect(html).toContain("<p>No attempt ran.</p>");
});

it("shows the verdict of the gates, and the same numbers as the other reports", () => {
  const html = toHtml(mixedResult, { verdict: checkGates(mixedResult, { minCoverage: 0.9 }) });
  expect(html).toContain('<h2 class="evidence">Gates: not enough evidence</h2>');
  expect(html).toContain(
    '<tr><th scope="row">minCoverage</th><td>0.90</td><td>0.44</td><td class="evidence">not enough evidence</td><td>the coverage is 0.44 and must be at least 0.90: 4 of 9 planned attempts were scored</td></tr>',
  );
  expect(html).toContain(
    '<tr><th scope="row">pass rate</th><td>0.50 (4 of 9 planned attempts scored)</td></tr>',
  );
  expect(toHtml(mixedResult)).not.toContain("Gates");
});

it("names nothing that is loaded from elsewhere", () => {
  const html = toHtml(mixedResult);
  expect(html).not.toMatch(/https?:|\bsrc=|@import|url\(/);
  expect(html).toMatch(
    /content="default-src 'none'; img-src data:; style-src 'sha256-[\w+/=]{44}'; script-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'none'"/,
  );
});

it("cuts a giant text, says so, and bounds the page", () => {
  const text = "<".repeat(150_000);
  const attempt = { ...passed, run: exampleRun({ text, output: text, messages: [] }) };
  const one = toHtml(exampleResult([{ attempts: [attempt] }]));
  expect(one).toMatch(/(&lt;){99000,100000}\n\.\.\. 50\d\d\d more characters are not shown<\/pre>/);
  const many = toHtml(exampleResult([{ attempts: Array(600).fill(attempt) }]));
  expect(many.split("&lt;").length).toBeLessThan(50_000_000);
  expect(many).toMatch(/id="t0-a599">\n\.\.\. 150\d\d\d more characters are not shown<\/pre>/);
}, 60_000);
