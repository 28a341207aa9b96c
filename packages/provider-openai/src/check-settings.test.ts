import { InvalidArgumentError } from "@rollouts/core";
import { expect, test } from "vitest";
import { checkSettings as check } from "./check-settings.ts";
import type { OpenAIApi } from "./openai-client.ts";
import { profiles } from "./profiles.ts";
import type { OpenAISettings } from "./settings.ts";

function checkSettings(settings: OpenAISettings, api: OpenAIApi) {
  return check(settings, { api, profile: profiles.openai });
}

const everything: OpenAISettings = {
  reasoningEffort: "xhigh",
  temperature: 0,
  topP: 1,
  maxOutputTokens: 1,
  seed: -7,
  stop: "END",
  serviceTier: "flex",
  verbosity: "low",
  parallelToolCalls: false,
  strict: false,
  extraBody: { top_k: 20, nested: { list: [1, null] } },
  allowEmptyReply: true,
  sampleMany: false,
  firstByteTimeoutMs: 1,
  idleTimeoutMs: 2_147_483_647,
};

const defaults = {
  strict: "auto",
  allowEmptyReply: false,
  sampleMany: false,
  firstByteTimeoutMs: 120_000,
  idleTimeoutMs: 120_000,
};

test("settings are copied and brought to one form", () => {
  const stop = ["a", "b"];
  const extraBody = { list: [1] };
  const checked = checkSettings({ ...everything, stop, extraBody }, "chat");
  stop.push("c");
  extraBody.list.push(2);
  expect(checked).toEqual({ ...everything, stop: ["a", "b"], extraBody: { list: [1] } });
  expect(Object.isFrozen(checked)).toBe(true);
  expect(checkSettings({ stop: "END" }, "chat")).toEqual({ ...defaults, stop: ["END"] });
});

test("a setting that is undefined counts as absent", () => {
  const checked = checkSettings({ seed: undefined, temperature: undefined }, "responses");
  expect(checked).toEqual(defaults);
});

test.each<[string, unknown]>([
  ["reasoningEffort", "hgih"],
  ["reasoningEffort", null],
  ["temperature", -0.1],
  ["temperature", 2.1],
  ["temperature", Number.NaN],
  ["temperature", "1"],
  ["topP", 1.01],
  ["maxOutputTokens", 0],
  ["maxOutputTokens", 1.5],
  ["maxOutputTokens", Number.POSITIVE_INFINITY],
  ["seed", 1.5],
  ["seed", "fixed"],
  ["stop", ""],
  ["stop", []],
  ["stop", ["1", "2", "3", "4", "5"]],
  ["stop", ["a", 1]],
  ["serviceTier", " "],
  ["verbosity", "terse"],
  ["parallelToolCalls", "yes"],
  ["strict", 1],
  ["strict", "always"],
  ["extraBody", "top_k=20"],
  ["extraBody", { at: new Date(0) }],
  ["extraBody", { k: Number.NaN }],
  ["allowEmptyReply", "yes"],
  ["firstByteTimeoutMs", 0],
  ["firstByteTimeoutMs", Number.POSITIVE_INFINITY],
  ["idleTimeoutMs", 2_147_483_648],
  ["idleTimeoutMs", "120s"],
])("settings.%s refuses %j before anything is sent", (key, value) => {
  const make = () => checkSettings({ [key]: value } as OpenAISettings, "chat");
  expect(make).toThrow(InvalidArgumentError);
  expect(make).toThrow(`settings.${key} must be`);
});

test("a key that nobody reads is refused with the keys there are", () => {
  const misspelt = { temprature: 1 } as OpenAISettings;
  expect(() => checkSettings(misspelt, "responses")).toThrow(
    /settings has an unknown key "temprature" \(allowed: reasoningEffort, temperature, /,
  );
});

test.each([
  ["seed", { seed: 1 }],
  ["seed", { seed: "per-attempt" as const }],
  ["stop", { stop: "END" }],
])("the Responses API has no %s, so it is refused and not dropped", (key, settings) => {
  expect(() => checkSettings(settings, "responses")).toThrow(
    `settings.${key} needs Chat Completions`,
  );
  expect(() => checkSettings(settings, "chat")).not.toThrow();
});

test.each([null, "low", 3, ["low"]])("settings refuse %j in their place", (settings) => {
  const make = () => checkSettings(settings as OpenAISettings, "responses");
  expect(make).toThrow("settings must be an object");
});

test.each(["n", "stream", "store", "previous_response_id", "messages", "temperature"])(
  "settings.extraBody must not hold %s, which is written elsewhere or ties attempts together",
  (key) => {
    const make = () => checkSettings({ extraBody: { [key]: 1 } }, "chat");
    expect(make).toThrow(`settings.extraBody must not hold "${key}"`);
  },
);

test.each([
  ["ollama", "parallelToolCalls", { parallelToolCalls: true }],
  ["vllm", "verbosity", { verbosity: "low" }],
  ["lmstudio", "serviceTier", { serviceTier: "flex" }],
  ["groq", "verbosity", { verbosity: "low" }],
] as const)("the profile %s refuses %s, which it would ignore", (name, key, settings) => {
  const make = () => check(settings, { api: "chat", profile: profiles[name] });
  expect(make).toThrow(InvalidArgumentError);
  expect(make).toThrow(`settings.${key} has no effect with the profile "${name}".`);
  expect(() => check(settings, { api: "chat", profile: profiles.generic })).not.toThrow();
});

test("a local server is not asked for strict schemas unless settings say so", () => {
  const checked = (settings: OpenAISettings) =>
    check(settings, { api: "chat", profile: profiles.vllm }).strict;
  expect(checked({})).toBe(false);
  expect(checked({ strict: true })).toBe(true);
});
