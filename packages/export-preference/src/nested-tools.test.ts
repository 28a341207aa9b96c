import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import {
  badAnswer,
  type ExampleAttempt,
  exampleResult,
  goodAnswer,
  lookupOrder,
} from "./__fixtures__/result.ts";
import { preferenceProfiles } from "./profiles/profiles.ts";
import { toKtoJsonl } from "./to-kto-jsonl.ts";
import { toPreferenceJsonl } from "./to-preference-jsonl.ts";
import { toPromptsJsonl } from "./to-prompts-jsonl.ts";

const folder = useFolder(beforeEach, afterEach);
const path = () => folder.path("rows.jsonl");
const doors = { pairs: toPreferenceJsonl, kto: toKtoJsonl, prompts: toPromptsJsonl };
const kinds = ["pairs", "kto", "prompts"] as const;
const cases = Object.values(preferenceProfiles).flatMap((profile) =>
  kinds
    .filter((kind) => profile[kind] !== null)
    .map((kind) => [profile.name, kind, profile] as const),
);

function nestedTool(levels: number) {
  const parameters = JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`);
  return { ...lookupOrder, parameters };
}

function withTool(attempt: ExampleAttempt, levels: number): ExampleAttempt {
  return { ...attempt, tools: [nestedTool(levels)] };
}

function redact<One>(one: One): One {
  return JSON.parse(JSON.stringify(one).replaceAll("A17", "***"));
}

describe.each(cases)("%s %s", (_, kind, profile) => {
  it.each([501, 502, 600, 20_000, 200_000])(
    "leaves out runs whose tools are nested %d deep, with a hook and without, and writes the others",
    async (levels) => {
      const deep = [withTool(goodAnswer, levels), withTool(badAnswer, levels)];
      const source = exampleResult([
        { id: "deep", attempts: deep },
        { id: "fine", attempts: [goodAnswer, badAnswer] },
      ]);
      for (const hook of [undefined, redact]) {
        const report = await doors[kind](source, path(), { profile, redact: hook });
        expect(report.written).toBe(kind === "kto" ? 2 : 1);
        expect(report.unsupported).toEqual({ "too-deep": kind === "prompts" ? 1 : 2 });
      }
      expect(await readFile(path(), "utf8")).not.toContain("A17");
    },
  );

  it.each([498, 499, 500])("shows a hook tools nested %d deep", async (levels) => {
    const attempts = [withTool(goodAnswer, levels), withTool(badAnswer, levels)];
    const source = exampleResult([{ id: "t1", attempts }]);
    const report = await doors[kind](source, path(), { profile, redact });
    expect(report.written).toBe(kind === "kto" ? 2 : 1);
    expect(report.redacted).toBe(report.written);
    expect(await readFile(path(), "utf8")).not.toContain("A17");
  });
});

it("a prompt of which one attempt has tools nested too deep is mixed", async () => {
  const attempts = [goodAnswer, withTool(badAnswer, 20_000)];
  const report = await toPromptsJsonl(exampleResult([{ id: "t1", attempts }]), path());
  expect(report).toMatchObject({ written: 0, skippedMixedPrompt: 1 });
});
