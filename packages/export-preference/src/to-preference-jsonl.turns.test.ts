import { readFile } from "node:fs/promises";
import type { Message } from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import { pairExport } from "./__fixtures__/pair-export.ts";
import { conversation, exampleResult, failed } from "./__fixtures__/result.ts";
import { preferenceProfiles } from "./profiles/profiles.ts";
import { toPreferenceJsonl } from "./to-preference-jsonl.ts";

const folder = useFolder(beforeEach, afterEach);
const { exportTask, rows } = pairExport(folder);
const names = Object.keys(preferenceProfiles) as (keyof typeof preferenceProfiles)[];

describe("attempts of several turns", () => {
  const user: Message = { role: "user", content: "Question" };
  const say = (content: string): Message => ({ role: "assistant", content });
  const call = (id: string, rawArguments = "{}"): Message => ({
    role: "assistant",
    content: null,
    toolCalls: [{ id, name: "look", rawArguments }],
  });
  const reply = (toolCallId: string, content = "found"): Message => ({
    role: "tool",
    toolCallId,
    content,
  });
  const tools = [{ name: "look", parameters: {} }];
  const good = (...messages: Message[]) => ({ tools, messages: [user, ...messages] });
  const bad = (...messages: Message[]) => ({ ...good(...messages), score: failed });

  it.each(["openai", "together", "fireworks"] as const)(
    "share what they have in common, whatever ids their calls have (%s)",
    async (profile) => {
      const attempts = [
        good(call("a1"), reply("a1"), say("Yes.")),
        bad(call("b2"), reply("b2"), say("No.")),
      ];
      expect(await exportTask(attempts, { profile })).toMatchObject({ written: 1 });
      expect(await rows()).toMatchObject([
        {
          input: {
            messages: [
              { role: "user" },
              { role: "assistant", tool_calls: [{ id: "a1" }] },
              { role: "tool", tool_call_id: "a1" },
            ],
          },
          preferred_output: [{ role: "assistant", content: "Yes." }],
          non_preferred_output: [{ role: "assistant", content: "No." }],
        },
      ]);
    },
  );

  it("part at the first turn in which they differ", async () => {
    const more: Message = { role: "user", content: "And?" };
    const attempts = [
      good(say("One."), more, say("Two."), more, say("Three.")),
      bad(say("One."), more, say("Zwei."), more, say("Drei.")),
    ];
    await exportTask(attempts);
    const [row] = await rows();
    expect(row.input.messages).toHaveLength(3);
    expect(row.preferred_output).toEqual([{ role: "assistant", content: "Two." }]);
    expect(row.non_preferred_output).toEqual([{ role: "assistant", content: "Zwei." }]);
  });

  it.each([
    ["at a tool call", [call("a", '{"x":1}'), reply("a"), say("Yes.")], [say("No.")], 1],
    [
      "at a reply",
      [call("a"), reply("a"), say("Yes.")],
      [call("a"), reply("a", "?"), say("No.")],
      2,
    ],
    [
      "at a message of the user",
      [say("One."), { role: "user", content: "And?" } as const, say("Two.")],
      [say("One."), { role: "user", content: "So?" } as const, say("Zwei.")],
      2,
    ],
    ["where one goes on", [say("One.")], [say("One."), user, say("Two.")], null],
  ])("are no pair for one message a side when they part %s", async (_, a, b, message) => {
    const report = await exportTask([good(...a), bad(...b)]);
    expect(report.tasksWithoutPairs).toEqual({ "multi-turn-divergence": 1 });
    expect(report.noPairs).toMatchObject([{ message, attemptIndex: 0, rejectedAttemptIndex: 1 }]);
    const trl = await exportTask([good(...a), bad(...b)], { profile: "trl" });
    expect(trl).toMatchObject({ written: 1 });
  });

  it("may part at a tool call where the profile takes one", async () => {
    const attempts = [
      good(call("a", '{"x":1}'), reply("a"), say("Yes.")),
      bad(call("b", '{"x":2}'), reply("b"), say("Yes.")),
    ];
    expect(await exportTask(attempts, { profile: "together" })).toMatchObject({ written: 1 });
    expect(await rows()).toMatchObject([
      {
        preferred_output: [{ tool_calls: [{ function: { arguments: '{"x":1}' } }] }],
        non_preferred_output: [{ tool_calls: [{ function: { arguments: '{"x":2}' } }] }],
      },
    ]);
  });

  it("had the same tools", async () => {
    const other = [{ name: "search", parameters: {} }];
    const report = await exportTask([good(say("A")), { ...bad(say("B")), tools: other }]);
    expect(report.noPairs).toMatchObject([
      { reason: "prefix-differs", message: null, fault: expect.stringContaining("tools") },
    ]);
  });

  it("what the input had the model say belongs to the prompt", async () => {
    const input = [...conversation("Given"), user];
    const attempt = (answer: string) => ({ messages: [...input, say(answer)] });
    const attempts = [attempt("Yes."), { ...attempt("No."), score: failed }];
    const result = exampleResult([{ id: "t1", input, attempts }]);
    for (const profile of names) {
      expect(await toPreferenceJsonl(result, folder.path("rows.jsonl"), { profile })).toMatchObject(
        { written: 1 },
      );
      expect(await readFile(folder.path("rows.jsonl"), "utf8")).not.toContain("weight");
    }
  });
});
