import { readFile } from "node:fs/promises";
import type { Message } from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import {
  conversation,
  type ExampleAttempt,
  exampleResult,
  lookupOrder,
  orderAttempt,
  orderMessages,
} from "./__fixtures__/result.ts";
import type { SftProfile } from "./profiles/profile.ts";
import { profiles, type SftProfileName } from "./profiles/profiles.ts";
import { toSftJsonl } from "./to-sft-jsonl.ts";
import { validateSft } from "./validate-sft.ts";

const folder = useFolder(beforeEach, afterEach);
const path = () => folder.path("rows.jsonl");
const withTools = Object.keys(profiles).filter((name) => name !== "portable") as SftProfileName[];

async function refuses(
  profile: SftProfileName | SftProfile,
  attempt: ExampleAttempt,
  place: string,
): Promise<void> {
  const result = exampleResult([{ id: "t1", attempts: [{}, attempt] }]);
  await expect(toSftJsonl(result, path(), { profile })).rejects.toMatchObject({
    code: "export_failed",
    message: `Task "t1", attempt 1: lone surrogate ${place}, which UTF-8 cannot carry. Nothing was written. Set the option replaceLoneSurrogates, mend the text in the option redact, or leave the task out.`,
  });
  expect(await folder.names()).toEqual([]);
}

const withArguments = (rawArguments: string): ExampleAttempt => ({
  ...orderAttempt,
  messages: orderMessages.map(
    (message): Message =>
      message.role === "assistant" && message.toolCalls !== undefined
        ? { ...message, toolCalls: [{ id: "call00001", name: "lookup_order", rawArguments }] }
        : message,
  ),
});

describe.each(withTools)("B2 %s refuses half a character", (profile) => {
  it.each([
    ['{"q":"\\ud800"}', "U+D800"],
    ['{"q":"\\uDC00"}', "U+DC00"],
    ['{"q":"\udc00"}', "U+DC00"],
    ['{"\\ud83d":{"x":1}}', "U+D83D"],
  ])("in the arguments %j, which a trainer parses", async (rawArguments, surrogate) => {
    const place = `${surrogate} in the arguments of message 2 (assistant) of its run`;
    await refuses(profile, withArguments(rawArguments), place);
  });

  it("in the definition of a tool", async () => {
    for (const tool of [
      { ...lookupOrder, description: "x\ud800" },
      { ...lookupOrder, parameters: { type: "object", properties: { "\ud800": {} } } },
    ]) {
      const attempt = { ...orderAttempt, tools: [tool] };
      await refuses(profile, attempt, 'U+D800 in the definition of the tool "lookup_order"');
    }
  });

  it("and takes whole ones, and the text of an escape", async () => {
    const attempt = withArguments('{"q":"\\ud83d\\ude00 \\\\ud800"}');
    const messages = (attempt.messages ?? []).map((message) =>
      message.role === "user" ? { ...message, content: "say \\ud800" } : message,
    );
    const result = exampleResult([{ id: "t1", attempts: [{ ...attempt, messages }] }]);
    expect(await toSftJsonl(result, path(), { profile })).toMatchObject({ written: 1 });
    expect(await validateSft(path(), { profile })).toMatchObject({ valid: true });
  });
});

it("B2 in a part of a user's message", async () => {
  const content = [{ type: "text", text: "x\ud800" }] as const;
  const [, answer] = conversation("", "A");
  const messages: Message[] = [{ role: "user", content }];
  if (answer !== undefined) messages.push(answer);
  await refuses("openai", { messages }, "U+D800 in message 0 (user) of its run");
});

it("B2 in a row of a format of one's own, which made it up", async () => {
  const profile: SftProfile = {
    ...profiles.trl,
    name: "own",
    rowKeys: { required: ["contents"], optional: [] },
    format: { write: () => ({ contents: ["x\ud800"] }), check: () => [] },
  };
  await expect(
    toSftJsonl(exampleResult([{ id: "t1", attempts: [{}] }]), path(), { profile }),
  ).rejects.toThrow('Task "t1", attempt 0: lone surrogate U+D800 in its row, which');
  expect(await folder.names()).toEqual([]);
});

it("a hook can mend it", async () => {
  const result = exampleResult([
    { id: "t1", attempts: [{ messages: conversation("U", "x\ud800") }] },
  ]);
  const report = await toSftJsonl(result, path(), {
    redact: (one) => ({
      ...one,
      messages: one.messages.map((turn) =>
        turn.role === "assistant" ? { ...turn, content: "x\ufffd" } : turn,
      ),
    }),
  });
  expect(report).toMatchObject({ written: 1, redacted: 1 });
  expect(await readFile(path(), "utf8")).toContain("x\ufffd");
});

describe.each(withTools)("B2 replaceLoneSurrogates mends a row of %s", (profile) => {
  it.each([
    ['{"q":"x\\ud800"}', '{"q":"x\ufffd"}'],
    ['{"q":"\udc00", "\\uD83D":1}', '{"q":"\ufffd", "\ufffd":1}'],
    ['{"q":"\\ud83d\\ude00"}', '{"q":"\\ud83d\\ude00"}'],
  ])("in the arguments %j", async (rawArguments, mended) => {
    const result = exampleResult([{ id: "t1", attempts: [withArguments(rawArguments)] }]);
    const options = { profile, replaceLoneSurrogates: true };
    const report = await toSftJsonl(result, path(), options);
    const withReplacedSurrogates = rawArguments === mended ? 0 : 1;
    expect(report).toMatchObject({ written: 1, redacted: 0, withReplacedSurrogates });
    const [call] = JSON.parse(await readFile(path(), "utf8"))[
      profile === "trl-prompt-completion" ? "prompt" : "messages"
    ][2].tool_calls;
    const { arguments: found } = call.function;
    expect(typeof found === "string" ? found : JSON.stringify(found)).toBe(
      typeof found === "string" ? mended : JSON.stringify(JSON.parse(mended)),
    );
    expect(await validateSft(path(), { profile })).toMatchObject({ valid: true });
  });

  it("in a text, an id and the definition of a tool, in every row that has one", async () => {
    const broken = (message: Message): Message => {
      if (message.role === "user") return { ...message, content: "x\ud800" };
      if (message.role === "tool") return { ...message, toolCallId: "c\ud800" };
      if (message.role !== "assistant" || message.toolCalls === undefined) return message;
      return { ...message, toolCalls: message.toolCalls.map((one) => ({ ...one, id: "c\ud800" })) };
    };
    const messages = (orderAttempt.messages ?? []).map((message) =>
      message.role === "system" ? message : broken(message),
    );
    const tools = [{ ...lookupOrder, description: "d\udfff" }];
    const attempts = [{ ...orderAttempt, messages, tools }, orderAttempt];
    const options = { profile, replaceLoneSurrogates: true };
    const report = await toSftJsonl(exampleResult([{ id: "t1", attempts }]), path(), options);
    expect(report).toMatchObject({ written: 2, withReplacedSurrogates: 1 });
    const { settings, counters } = JSON.parse(await readFile(`${path()}.meta.json`, "utf8"));
    expect(settings.replace_lone_surrogates).toBe(true);
    expect(counters.with_replaced_surrogates).toBe(1);
    expect(await validateSft(path(), { profile })).toMatchObject({ valid: true });
  });
});

it("B2 replaceLoneSurrogates is no way out for a format of one's own that makes some up", async () => {
  const profile: SftProfile = {
    ...profiles.trl,
    name: "own",
    rowKeys: { required: ["contents"], optional: [] },
    format: { write: () => ({ contents: ["x\ud800"] }), check: () => [] },
  };
  const result = exampleResult([{ id: "t1", attempts: [{}] }]);
  const exported = toSftJsonl(result, path(), { profile, replaceLoneSurrogates: true });
  await expect(exported).rejects.toThrow("lone surrogate U+D800 in its row");
});

it("B2 replaceLoneSurrogates mends what the hook gave, and is true or false", async () => {
  const result = exampleResult([{ id: "t1", attempts: [{ messages: conversation("U", "A") }] }]);
  const report = await toSftJsonl(result, path(), {
    replaceLoneSurrogates: true,
    redact: (one) => ({
      ...one,
      messages: one.messages.map((turn) =>
        turn.role === "assistant" ? { ...turn, content: "x\ud800" } : turn,
      ),
    }),
  });
  expect(report).toMatchObject({ written: 1, redacted: 1, withReplacedSurrogates: 1 });
  expect(await readFile(path(), "utf8")).toContain('"x\ufffd"');
  const refused = toSftJsonl(result, path(), { replaceLoneSurrogates: 1 as never });
  await expect(refused).rejects.toThrow("replaceLoneSurrogates must be true or false, got 1");
});
