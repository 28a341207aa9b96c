import { expect, it } from "vitest";
import { mixedResult } from "../__fixtures__/mixed.ts";
import { exampleResult, exampleRun, passed } from "../__fixtures__/result.ts";
import { toCsv } from "./to-csv.ts";

it("has a row per attempt that ran, with empty cells for what is unknown", () => {
  expect(toCsv(mixedResult)).toBe(
    [
      "task_id,attempt_index,verdict,value,unscored_cause,reason,stop_reason,error_type,error,duration_ms,waited_ms,try_count,tool_execution_count,tool_call_limit_hit,input_tokens,output_tokens,cost_usd,answer,input,expected,metadata",
      '"six|seven",0,passed,1,,,completed,,,1500,0,0,0,false,,,,"42","Question",,"{}"',
      '"six|seven",1,failed,0,,,completed,,,1500,0,0,0,false,,,,"42","Question",,"{}"',
      '"six|seven",2,unscored,,timeout,"timeout: exceeded 1s",timeout,"AttemptTimeoutError","timeout: exceeded 1s",1500,0,0,,false,,,,,"Question",,"{}"',
      `"\`easy\` @user <b>",0,failed,0.25,,"'=1+1 <script>alert(1)</script>",completed,,,1500,0,0,0,false,,,,"42","Question",,"{}"`,
      '"`easy` @user <b>",1,passed,1,,,completed,,,1500,0,0,0,false,5,3,0.5,"one ""two""\\nthree","Question",,"{}"',
      "",
    ].join("\r\n"),
  );
});

it.each([
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-2", "'-2"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "\\t=1"],
  ["  =1", "'  =1"],
  ['"=1', `'""=1`],
  ["＝1", "'＝1"],
  ["a;=1", "a;'=1"],
  ['a; "=1', `a;' ""=1`],
  ["1-1=0", "1-1=0"],
  ["a, b; c", "a, b; c"],
  ["", ""],
])("makes no formula of %j", (text, cell) => {
  const result = exampleResult([{ attempts: [{ ...passed, run: exampleRun({ text }) }] }]);
  expect(toCsv(result).split("\r\n")[1]).toMatch(/,"[^,]*(, b; c)?","Question",,"{}"$/);
  expect(toCsv(result).endsWith(`,"${cell}","Question",,"{}"\r\n`)).toBe(true);
});

it("has the names of the columns alone for a result without attempts", () => {
  expect(toCsv(exampleResult([])).split("\r\n")).toEqual([expect.stringMatching(/^task_id,/), ""]);
});

it("ends with what the task asks and expects, and its metadata, as JSON but for a text to answer", () => {
  const result = exampleResult([
    { input: "2+2?", expected: 4, metadata: { split: "test" }, attempts: [passed] },
    { input: [{ role: "user", content: "hi" }], expected: "=A1", attempts: [passed] },
    { input: "q", expected: { at: new Map([[1, 2]]), gone: undefined }, attempts: [passed] },
  ]);
  const ends = toCsv(result)
    .split("\r\n")
    .slice(1, -1)
    .map((row) => row.slice(row.indexOf(',"42",') + 6));

  expect(ends).toEqual([
    '"2+2?","4","{""split"":""test""}"',
    '"[{""role"":""user"",""content"":""hi""}]","\'""=A1""","{}"',
    '"q","{""at"":""a Map""}","{}"',
  ]);
});
