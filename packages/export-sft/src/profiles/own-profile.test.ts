import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "../__fixtures__/folder.ts";
import { exampleResult } from "../__fixtures__/result.ts";
import { toSftJsonl } from "../to-sft-jsonl.ts";
import { validateSft } from "../validate-sft.ts";
import type { SftProfile } from "./profile.ts";
import { profiles } from "./profiles.ts";

const folder = useFolder(beforeEach, afterEach);
const result = exampleResult([{ id: "t1", attempts: [{}] }]);
const exportAs = (profile: unknown) =>
  toSftJsonl(result, folder.path("rows.jsonl"), { profile: profile as SftProfile });

describe("a profile of one's own", () => {
  // ShareGPT, as LLaMA-Factory reads it.
  const turns: SftProfile = {
    ...profiles.trl,
    name: "sharegpt",
    tools: null,
    rowKeys: { required: ["conversations"], optional: ["system"] },
    format: {
      write({ messages }) {
        const system = messages.find(({ role }) => role === "system");
        const conversations = messages.flatMap(({ role, content }) =>
          role === "system"
            ? []
            : [{ from: role === "user" ? "human" : "gpt", value: `${content}` }],
        );
        return { conversations, system: system && `${system.content}` };
      },
      *check({ conversations }) {
        if (!Array.isArray(conversations)) yield { message: null, fault: "has no conversations" };
      },
    },
  };

  it("may have rows of any shape", async () => {
    const report = await exportAs(turns);
    expect(report).toMatchObject({ written: 1, profile: "sharegpt" });
    expect(await readFile(folder.path("rows.jsonl"), "utf8")).toBe(
      '{"conversations":[{"from":"human","value":"Question"},{"from":"gpt","value":"Answer"}]}\n',
    );
    expect(await validateSft(folder.path("rows.jsonl"), { profile: turns })).toMatchObject({
      valid: true,
      profile: "sharegpt",
      manifest: "matches",
    });
  });

  it("B9 is held to its own keys before a row is written", async () => {
    const format: SftProfile["format"] = { write: () => ({ metadata: {} }), check: () => [] };
    await expect(exportAs({ ...turns, format })).rejects.toMatchObject({
      code: "export_failed",
      message: expect.stringMatching(
        /^Task "t1", attempt 0: profile sharegpt wrote a row that it does not accept, which is a fault of its format: has the key "metadata", it may have only conversations and system\./,
      ),
    });
    expect(await folder.names()).toEqual([]);
  });
});

describe("the door", () => {
  const { openai } = profiles;

  it.each([
    [
      {},
      "profile.name must be 1 to 64 letters, digits, dots, hyphens and underscores, got undefined.",
    ],
    [{ ...openai, colour: 1 }, 'The profile has an unknown key "colour"'],
    [
      { ...openai, name: "mine", limits: { ...openai.limits, maxRows: 0 } },
      "profile.limits.maxRows must be a whole number >= 1, got 0.",
    ],
    [
      { ...openai, name: "mine", limits: { ...openai.limits, rows: 1 } },
      'profile.limits has an unknown key "rows"',
    ],
    [{ ...openai, name: "mine", verifiedOn: "today" }, "profile.verifiedOn must be"],
    [{ ...openai, name: "../mine" }, "profile.name must be"],
    [{ ...openai, name: "mine", format: {} }, "profile.format must be"],
    [
      { ...openai, name: "mine", tools: { ...openai.tools, argumentsAs: "xml" } },
      "profile.tools.argumentsAs",
    ],
    [{ ...openai, maxRows: 5 }, 'The profile has an unknown key "maxRows"'],
    [{ ...openai, lossMask: "none" }, "profile.name must be a name that no shipped profile has"],
    [[], "profile must be one of"],
    [null, "profile must be one of"],
  ])("refuses %#", async (profile, message) => {
    await expect(exportAs(profile)).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringContaining(message),
    });
    expect(await folder.names()).toEqual([]);
  });

  it("takes a shipped one as an object", async () => {
    expect(await exportAs(openai)).toMatchObject({ written: 1, profile: "openai" });
  });
});
