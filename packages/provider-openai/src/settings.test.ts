import { InvalidArgumentError } from "@rollouts/core";
import { expect, test } from "vitest";
import { checkSettings, type OpenAISettings } from "./settings.ts";

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
  strictSchemas: false,
};

test("settings are copied and brought to one form", () => {
  const stop = ["a", "b"];
  const checked = checkSettings({ ...everything, stop }, "chat");
  stop.push("c");
  expect(checked).toEqual({ ...everything, stop: ["a", "b"] });
  expect(Object.isFrozen(checked)).toBe(true);
  expect(checkSettings({ stop: "END" }, "chat")).toEqual({ stop: ["END"], strictSchemas: true });
});

test("a setting that is undefined counts as absent", () => {
  const checked = checkSettings({ seed: undefined, temperature: undefined }, "responses");
  expect(checked).toEqual({ strictSchemas: true });
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
  ["strictSchemas", 1],
])("settings.%s refuses %j before anything is sent", (key, value) => {
  const check = () => checkSettings({ [key]: value } as OpenAISettings, "chat");
  expect(check).toThrow(InvalidArgumentError);
  expect(check).toThrow(`settings.${key} must be`);
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
  const check = () => checkSettings(settings as OpenAISettings, "responses");
  expect(check).toThrow("settings must be an object");
});
