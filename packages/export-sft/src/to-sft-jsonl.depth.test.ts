import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import {
  conversation,
  type ExampleAttempt,
  exampleResult,
  nestedJson,
  nestedTool,
  orderAttempt,
} from "./__fixtures__/result.ts";
import type { RedactHook } from "./conversation/edit-conversation.ts";
import type { SftProfile } from "./profiles/profile.ts";
import { profiles } from "./profiles/profiles.ts";
import { toSftJsonl } from "./to-sft-jsonl.ts";

const folder = useFolder(beforeEach, afterEach);
const path = () => folder.path("rows.jsonl");
const chat = conversation("Question", "my secret");
const all: SftProfile[] = [
  ...Object.values(profiles),
  { ...profiles.openai, name: "no-tools", tools: null, roles: ["system", "user", "assistant"] },
];
/** Takes the secret away from a run with the tool and from one without. */
const redact: RedactHook = (one) => JSON.parse(JSON.stringify(one).replaceAll("secret", "***"));

async function exportOf(attempt: ExampleAttempt, profile: SftProfile, hook?: RedactHook) {
  const attempts = [attempt, { messages: conversation("Question", "plain") }];
  const options = { profile, redact: hook, deduplicate: true, countTokens: true };
  const report = await toSftJsonl(exampleResult([{ id: "t1", attempts }]), path(), options);
  return { report, text: await readFile(path(), "utf8") };
}

describe.each(all.map((profile) => [profile.name, profile] as const))("%s", (_, profile) => {
  it.each([501, 502, 600, 20_000, 200_000])(
    "leaves out a run whose tools are nested %d deep, with a hook and without, and writes the others",
    async (levels) => {
      for (const hook of [undefined, redact]) {
        const attempt = { messages: chat, tools: [nestedTool(levels)] };
        const { report, text } = await exportOf(attempt, profile, hook);
        expect(report).toMatchObject({ written: 1, unsupported: { "too-deep": 1 } });
        expect(report.rejections[0]?.fault).toBe(
          'the tool "lookup_order" has a definition that is nested over 500 deep',
        );
        expect(text).not.toContain("secret");
      }
    },
  );

  it.each([497, 498, 499, 500])("shows a hook tools nested %d deep", async (levels) => {
    const tools = [nestedTool(levels)];
    const { report, text } = await exportOf({ messages: chat, tools }, profile, redact);
    expect(report).toMatchObject({ written: 2, redacted: 1 });
    expect(text).toContain("my ***");
    expect(text).not.toContain("secret");
  });

  it.each([600, 200_000])("leaves out a message nested %d deep, or its run", async (levels) => {
    const parts = [{ type: "text", text: JSON.parse(nestedJson(levels)) }];
    const messages = [{ role: "user", content: parts } as never, ...chat];
    const input = [{ role: "assistant", content: "Given" } as const];
    const source = exampleResult([{ id: "t1", input, attempts: [{ messages }, orderAttempt] }]);
    const report = await toSftJsonl(source, path(), { profile, redact });
    const isLeftOut = profile.unfit === "leave-out";
    expect(report.unsupported["too-deep"] ?? 0).toBe(isLeftOut ? 0 : 1);
  });
});
