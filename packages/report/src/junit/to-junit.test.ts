import { expect, it } from "vitest";
import { mixedResult } from "../__fixtures__/mixed.ts";
import { exampleResult } from "../__fixtures__/result.ts";
import { checkGates } from "../gates/check-gates.ts";
import { toJUnit } from "./to-junit.ts";

it("has a suite per task and a case per attempt: failed, error without a verdict, and one skipped for what never ran", () => {
  const text = toJUnit(mixedResult);
  const start = text.indexOf('  <testsuite name="`easy`');
  expect(
    text.slice(0, text.indexOf("    <properties>")),
  ).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="example" tests="7" failures="2" errors="1" skipped="2" time="2.500">
  <testsuite name="six|seven" tests="3" failures="1" errors="1" skipped="0" time="4.500">
`);
  expect(text.slice(text.indexOf("    </properties>"), start)).toBe(`    </properties>
    <testcase classname="example" name="six|seven/0" time="1.500"/>
    <testcase classname="example" name="six|seven/1" time="1.500">
      <failure message="value=0.00" type="failed">FAIL   value=0.00   stop=completed   1.5s
answer: 42</failure>
    </testcase>
    <testcase classname="example" name="six|seven/2" time="1.500">
      <error message="timeout: exceeded 1s" type="timeout">unscored   cause=timeout   stop=timeout   1.5s
error (AttemptTimeoutError): timeout: exceeded 1s
answer: (no run captured)</error>
    </testcase>
  </testsuite>
`);
  expect(
    text.slice(start),
  ).toBe(`  <testsuite name="\`easy\` @user &lt;b&gt;" tests="3" failures="1" errors="0" skipped="1" time="3.000">
    <properties>
      <property name="pass rate" value="0.50"/>
      <property name="95 % interval" value="0.09 to 0.91"/>
      <property name="passed / scored" value="1/2"/>
      <property name="learning zone" value="yes"/>
    </properties>
    <testcase classname="example" name="\`easy\` @user &lt;b&gt;/0" time="1.500">
      <failure message="=1+1 &lt;script&gt;alert(1)&lt;/script&gt;" type="failed">FAIL   value=0.25   stop=completed   1.5s
reason: =1+1 &lt;script&gt;alert(1)&lt;/script&gt;
answer: 42</failure>
    </testcase>
    <testcase classname="example" name="\`easy\` @user &lt;b&gt;/1" time="1.500"/>
    <testcase classname="example" name="\`easy\` @user &lt;b&gt;/not run" time="0.000">
      <skipped message="1 attempt never ran (stopped early: budget)"/>
    </testcase>
  </testsuite>
  <testsuite name="never" tests="1" failures="0" errors="0" skipped="1" time="0.000">
    <properties>
      <property name="pass rate" value="none"/>
      <property name="95 % interval" value="-"/>
      <property name="passed / scored" value="0/0"/>
      <property name="learning zone" value="no"/>
    </properties>
    <testcase classname="example" name="never/not run" time="0.000">
      <skipped message="3 attempts never ran (stopped early: budget)"/>
    </testcase>
  </testsuite>
</testsuites>
`);
});

it("counts the attempts that never ran, however many a file says that there are to be", () => {
  const { length } = toJUnit(exampleResult([{ attempts: [] }], { planned: 10_000_000 }));
  expect(length).toBeLessThan(2000);
});

it("has the numbers of the result in its first suite", () => {
  expect(
    toJUnit(mixedResult)
      .match(/<property name="result: [^>]*>/g)
      ?.slice(0, 2),
  ).toEqual([
    '<property name="result: pass rate" value="0.50 (4 of 9 planned attempts scored)"/>',
    '<property name="result: coverage" value="0.44"/>',
  ]);
});

it("has a case per gate, an error where the evidence does not reach", () => {
  const verdict = checkGates(mixedResult, { minPassRate: 0.6, minCoverage: 0.9 });
  const text = toJUnit(mixedResult, { verdict });
  expect(text).toContain('  <testsuite name="gates" tests="3" failures="1" errors="1" skipped="0"');
  expect(text).toContain(`    <testcase classname="gates" name="evidence" time="0.000"/>
    <testcase classname="gates" name="minPassRate" time="0.000">
      <failure message="the pass rate is 0.50 and must be at least 0.60, over 4 scored attempts" type="failed"/>
    </testcase>
    <testcase classname="gates" name="minCoverage" time="0.000">
      <error message="the coverage is 0.44 and must be at least 0.90: 4 of 9 planned attempts were scored" type="not enough evidence"/>
    </testcase>
`);
});

it("is a document without suites for a result without tasks", () => {
  expect(toJUnit(exampleResult([]))).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="example" tests="0" failures="0" errors="0" skipped="0" time="0.001">
</testsuites>
`);
});

it("keeps an attempt whose number lies beyond k", () => {
  const odd = exampleResult([
    { attempts: [{ attemptIndex: 5, score: { value: 1, passed: true } }] },
  ]);
  expect(toJUnit(odd).match(/name="t1\/.*?"/g)).toEqual(['name="t1/5"', 'name="t1/not run"']);
});
