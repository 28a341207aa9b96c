import { policyFingerprint, UnsupportedSpecVersionError } from "@rollouts/core";
import { expect, test } from "vitest";
import { fromAiSdk } from "./from-ai-sdk.ts";
import { mockModel } from "./mock-model.test-helper.ts";
import type { AiSdkSettings } from "./settings.ts";

const asModel = (value: unknown) => value as Parameters<typeof fromAiSdk>[0];
const asSettings = (value: unknown) => value as AiSdkSettings;

test("a model has the provider and the id of its language model", () => {
  const model = fromAiSdk(mockModel("v3"));
  expect(model).toMatchObject({ specVersion: "v1", provider: "mock", modelId: "m" });
  expect(Object.isFrozen(model)).toBe(true);
});

test.each<[unknown, string]>([
  [
    "openai/gpt-5.5",
    'languageModel must be a language model of the AI SDK, got "openai/gpt-5.5". Names are not looked up: make it with a provider package.',
  ],
  [undefined, "languageModel must be a language model of the AI SDK, got undefined."],
  [{}, "languageModel must be a language model of the AI SDK, got an object."],
  [
    { ...mockModel("v3"), provider: " " },
    'languageModel.provider must be a text that is not blank, got " ".',
  ],
  [
    { ...mockModel("v3"), doStream: undefined },
    "languageModel.doStream must be a function, got undefined.",
  ],
])("%j is no language model", (value, message) => {
  expect(() => fromAiSdk(asModel(value))).toThrow(message);
});

test("a language model that cannot stream is asked for whole replies", () => {
  const value = { ...mockModel("v3"), doStream: undefined };
  expect(fromAiSdk(asModel(value), { stream: false }).provider).toBe("mock");
});

test.each(["v1", "v5", 3])("a language model of the version %j is refused", (version) => {
  const value = { ...mockModel("v3"), specificationVersion: version };
  expect(() => fromAiSdk(asModel(value))).toThrow(UnsupportedSpecVersionError);
});

test.each<[unknown, string]>([
  ["fast", 'settings must be an object, got "fast".'],
  [{ temprature: 1 }, 'settings has an unknown key "temprature"'],
  [{ temperature: -0.1 }, "settings.temperature must be a number of at least 0, got -0.1."],
  [{ temperature: Number.NaN }, "settings.temperature must be a number of at least 0, got NaN."],
  [{ topP: 1.1 }, "settings.topP must be a number from 0 to 1, got 1.1."],
  [{ topK: 0 }, "settings.topK must be a whole number of at least 1, got 0."],
  [{ presencePenalty: "1" }, 'settings.presencePenalty must be a finite number, got "1".'],
  [{ maxOutputTokens: 1.5 }, "settings.maxOutputTokens must be a whole number of at least 1"],
  [{ stop: [] }, "settings.stop must be a text, or a list of texts, none of them empty"],
  [{ stop: ["a", ""] }, "settings.stop must be a text, or a list of texts, none of them empty"],
  [{ seed: "random" }, 'settings.seed must be a whole number, or "per-attempt", got "random".'],
  [{ account: " " }, 'settings.account must be a text that is not blank, got " ".'],
  [{ stream: 1 }, "settings.stream must be true or false, got 1."],
  [{ idleTimeoutMs: 0 }, "settings.idleTimeoutMs must be a number of milliseconds from 1"],
  [{ providerOptions: { openai: 1 } }, "settings.providerOptions must be an object of objects"],
  [{ providerOptions: { a: { b: () => 1 } } }, "settings.providerOptions must be an object of"],
  [{ identity: { at: new Date(0) } }, "settings.identity must be an object that JSON can carry"],
  [
    { providerOptions: { openai: { previousResponseId: "r" } } },
    "settings.providerOptions.openai.previousResponseId would tie attempts together",
  ],
  [
    { reasoningEffort: "low" },
    'settings.reasoningEffort needs a language model of version v4, and this one is of v3. Use the provider\'s own option, such as providerOptions: { openai: { reasoningEffort: "low" } }.',
  ],
])("the settings %j are refused", (settings, message) => {
  expect(() => fromAiSdk(mockModel("v3"), asSettings(settings))).toThrow(message);
});

test("an unknown effort is refused also where there are efforts", () => {
  const make = () => fromAiSdk(mockModel("v4"), asSettings({ reasoningEffort: "huge" }));
  expect(make).toThrow('settings.reasoningEffort must be one of "none", "minimal"');
});

test("the identity holds all that shapes the answers, and nothing else", () => {
  const identity = { baseURL: "https://models.example/v1" };
  const providerOptions = { openai: { store: false } };
  const model = fromAiSdk(mockModel("v4"), {
    temperature: 0.5,
    topP: 0.9,
    topK: 40,
    presencePenalty: 0.1,
    frequencyPenalty: -0.1,
    maxOutputTokens: 100,
    stop: "END",
    seed: 7,
    reasoningEffort: "low",
    providerOptions,
    identity,
    stream: false,
    firstByteTimeoutMs: 1000,
    idleTimeoutMs: 1000,
  });
  providerOptions.openai.store = true;
  expect(model.identity()).toEqual({
    policy: {
      adapter: "@rollouts/provider-ai-sdk/1",
      api: "aisdk.v4",
      provider: "mock",
      model: "m",
      temperature: 0.5,
      topP: 0.9,
      topK: 40,
      presencePenalty: 0.1,
      frequencyPenalty: -0.1,
      maxOutputTokens: 100,
      stop: ["END"],
      seed: "fixed:7",
      reasoningEffort: "low",
      providerOptions: { openai: { store: false } },
      identity,
    },
  });
});

test("an account is named by the settings and enters no identity", () => {
  const plain = fromAiSdk(mockModel("v3"));
  const named = fromAiSdk(mockModel("v3"), { account: "team-a" });
  expect(plain.account).toBeUndefined();
  expect(named.account).toBe("team-a");
  expect(named.identity()).toEqual(plain.identity());
});

test("models that answer alike have one fingerprint, and others do not", async () => {
  const print = (settings: AiSdkSettings, version: "v3" | "v4" = "v3") =>
    policyFingerprint(fromAiSdk(mockModel(version), settings));
  const plain = await print({});
  expect(await print({ stream: false, idleTimeoutMs: 5 })).toBe(plain);
  expect(await print({ temperature: undefined })).toBe(plain);
  const others = [
    await print({ temperature: 0 }),
    await print({ seed: 1 }),
    await print({ seed: "per-attempt" }),
    await print({ identity: { baseURL: "b" } }),
    await print({ providerOptions: { openai: { store: false } } }),
    await print({}, "v4"),
  ];
  expect(new Set([plain, ...others]).size).toBe(others.length + 1);
});
