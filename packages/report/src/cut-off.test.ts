import type { RolloutResult } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { exampleResult, passed } from "./__fixtures__/result.ts";
import { toHtml } from "./html/to-html.ts";
import { toJson } from "./json/to-json.ts";
import { toJUnit } from "./junit/to-junit.ts";
import { toMarkdown } from "./markdown/to-markdown.ts";
import { renderReport } from "./render-report.ts";

const words = "the run was cut off or goes on";
const cutOff = exampleResult([{ attempts: [passed] }], { planned: 2, end: null });

describe("D26: of a run that was cut off", () => {
  it.each<[string, (result: RolloutResult) => string]>([
    ["the text", renderReport],
    ["Markdown", toMarkdown],
    ["HTML", toHtml],
    ["JUnit", toJUnit],
  ])("%s says that, and of no other", (_, render) => {
    expect(render(cutOff)).toContain(words);
    expect(render(cutOff)).not.toMatch(/aborted|stopped early/);
    expect(render(exampleResult([{ attempts: [passed] }]))).not.toContain(words);
  });

  it("JSON has it as a member", () => {
    expect(JSON.parse(toJson(cutOff))).toMatchObject({ isCutOff: true, stoppedEarly: null });
  });

  it("nobody knows how long it took", () => {
    expect(toMarkdown(cutOff)).toContain("| time | unknown |");
    expect(toJUnit(cutOff)).toContain(
      '<testsuites name="example" tests="2" failures="0" errors="0" skipped="1">\n',
    );
    expect(toJUnit(cutOff)).toContain('never ran (the run was cut off or goes on)"/>');
  });
});
