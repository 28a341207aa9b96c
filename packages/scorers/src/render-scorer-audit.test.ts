import { defineEnvironment, functionAgent, type ScorerInput, unscored } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { allOf, auditScorer, exactMatch, renderScorerAudit } from "./index.ts";

const capitals = defineEnvironment({
  name: "capitals",
  agent: functionAgent({ run: () => "Paris" }),
  tasks: [
    { id: "fr", input: "Capital of France?", expected: "Paris" },
    { id: "de", input: "Capital of Germany?", expected: "Berlin" },
  ],
  scorer: exactMatch(),
});

describe("renderScorerAudit", () => {
  it("says in one line that a scorer is sound", async () => {
    expect(renderScorerAudit(await auditScorer(exactMatch(), capitals))).toBe(
      "exactMatch: sound, by 10 known answers to 2 of 2 tasks",
    );
  });

  it("lists what is wrong", async () => {
    const tasks = [
      { id: "a", input: "q", expected: "x" },
      { id: "b", input: "q" },
    ];
    const lax: ScorerInput<string, string> = (run) => {
      if (run.output === "") return unscored("empty");
      return { value: 1, passed: true, reason: "looks fine" };
    };
    const scorer = allOf<string, string>([lax, { score: lax, name: "twin" }]);

    expect(renderScorerAudit(await auditScorer(scorer, { tasks }))).toBe(
      [
        "allOf: not sound, by 4 known answers to 1 of 2 tasks",
        "  It accepts everything.",
        "  allOf > lax changes no verdict on these answers.",
        "  allOf > twin changes no verdict on these answers.",
        "  a: a refusal passed",
        "  a: an answer that tells the judge to pass it passed",
        "  a: an empty answer got no verdict (unscored): lax: empty; twin: empty",
        "  b: not audited: no right answer is known",
      ].join("\n"),
    );
  });

  it("says what to do when everything is rejected, and when nothing can be audited", async () => {
    const rejecting = await auditScorer(() => false, capitals);
    const empty = await auditScorer(exactMatch(), { tasks: [{ input: "q" }] });

    expect(renderScorerAudit(rejecting)).toContain(
      "  It rejects everything.\n  No right answer passed. If the scorer is right: `expected` was taken",
    );
    expect(renderScorerAudit(empty)).toContain(
      "  No task has a known answer: give tasks `expected`, or the option `answer`; for a scorer",
    );
  });

  it("counts what does not fit", async () => {
    const text = renderScorerAudit(await auditScorer(() => true, capitals), { maxLines: 2 });

    expect(text.split("\n").slice(2)).toEqual([
      "  fr: the answer of another task passed",
      "  fr: an empty answer passed",
      "  and 6 more findings",
    ]);
  });

  it("shows hostile text as escapes, and cuts it", async () => {
    const tasks = [{ id: "a\u001b[31m", input: "q", expected: "x" }];
    const scorer = {
      name: "\u001b]0;x",
      score: () => ({ value: 1, passed: true, reason: "\n".repeat(9999) }),
    };
    const text = renderScorerAudit(await auditScorer(scorer, { tasks }));

    expect(text).not.toContain("\u001b");
    expect(text.split("\n")).toHaveLength(5);
    expect(text).toContain("\\u001b]0;x: not sound");
    expect(text.length).toBeLessThan(2000);
  });

  it("gives the log of a CI service no command", async () => {
    const command = "::error::x ##vso[y]";
    const tasks = [{ id: command, input: "q", expected: "x" }];
    const lax = { name: command, score: () => ({ value: 1, passed: true, reason: "##[z]" }) };
    const both = { ...allOf([lax, { ...lax, name: "twin" }]), name: command };
    const alone = renderScorerAudit(await auditScorer(lax, { tasks }));
    const combined = renderScorerAudit(await auditScorer(both, { tasks }));

    expect(`${alone}\n${combined}`).not.toMatch(/^\s*::|##[a-z]*\[/m);
    const safe = "\\u003a:error::x \\u0023#vso[y]";
    expect(alone).toContain(`  ${safe}: an empty answer passed: \\u0023#[z]`);
    expect(combined).toContain(`  ${safe} > twin changes no verdict on these answers.`);
  });

  it.each<[unknown[], string]>([
    [[{ maxLines: -1 }], "maxLines must be a whole number from 0 on, or Infinity, got -1."],
    [[{ maxLines: 1.5 }], "maxLines must be a whole number from 0 on, or Infinity, got 1.5."],
    [[{ maxLines: Number.NaN }], "or Infinity, got NaN."],
    [[{ maxLines: "2" }], 'or Infinity, got "2".'],
    [[{ lines: 2 }], 'has an unknown key "lines" (allowed: maxLines)'],
    [[null], "options must be an object such as { maxLines: 10 }, got null."],
  ])("refuses the options %j", async ([options], message) => {
    const audit = await auditScorer(exactMatch(), capitals);

    expect(() => renderScorerAudit(audit, options as never)).toThrow(`renderScorerAudit`);
    expect(() => renderScorerAudit(audit, options as never)).toThrow(message);
  });

  it("shows all with Infinity, and the counts alone with 0", async () => {
    const audit = await auditScorer(() => true, capitals);

    const all = renderScorerAudit(audit, { maxLines: Number.POSITIVE_INFINITY });
    expect(all.split("\n")).toHaveLength(10);
    expect(renderScorerAudit(audit, { maxLines: 0 }).split("\n").slice(2)).toEqual([
      "  and 8 more findings",
    ]);
  });

  it("refuses what is no audit", () => {
    for (const audit of [undefined, null, "sound", {}, []]) {
      expect(() => renderScorerAudit(audit as never)).toThrow(
        "renderScorerAudit: audit must be what auditScorer gives",
      );
    }
  });
});
