import { expect, it } from "vitest";
import { mixedResult } from "../__fixtures__/mixed.ts";
import { exampleResult, exampleRun, passed } from "../__fixtures__/result.ts";
import { toCsv } from "./to-csv.ts";

it("has a row per attempt that ran, with empty cells for what is unknown", () => {
  expect(toCsv(mixedResult)).toBe(
    [
      "task_id,attempt_index,verdict,value,unscored_cause,reason,stop_reason,error_type,error,duration_ms,waited_ms,try_count,tool_execution_count,tool_call_limit_hit,input_tokens,output_tokens,cost_usd,answer",
      '"six|seven",0,passed,1,,,completed,,,1500,0,0,0,false,,,,"42"',
      '"six|seven",1,failed,0,,,completed,,,1500,0,0,0,false,,,,"42"',
      '"six|seven",2,unscored,,timeout,"timeout: exceeded 1s",timeout,"AttemptTimeoutError","timeout: exceeded 1s",1500,0,0,,false,,,,',
      `"\`easy\` @user <b>",0,failed,0.25,,"'=1+1 <script>alert(1)</script>",completed,,,1500,0,0,0,false,,,,"42"`,
      '"`easy` @user <b>",1,passed,1,,,completed,,,1500,0,0,0,false,5,3,0.5,"one ""two""\\nthree"',
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
  expect(toCsv(result).split("\r\n")[1]).toMatch(/,"[^,]*(, b; c)?"$/);
  expect(toCsv(result).endsWith(`,"${cell}"\r\n`)).toBe(true);
});

it("has the names of the columns alone for a result without attempts", () => {
  expect(toCsv(exampleResult([])).split("\r\n")).toEqual([expect.stringMatching(/^task_id,/), ""]);
});
