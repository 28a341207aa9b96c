import { inspect } from "node:util";
import { InvalidArgumentError } from "@rollouts/core";
import { OpenAI } from "openai";
import { OpenAI as OpenAI7 } from "openai-7";
import { afterEach, expect, test, vi } from "vitest";
import { createOpenAI, openai } from "./create-openai.ts";

afterEach(() => vi.unstubAllEnvs());

const apiKey = "sk-very-secret-key";

test("a model says its id and provider, and needs no environment to be made", () => {
  vi.stubEnv("OPENAI_API_KEY", undefined);
  const model = openai("gpt-5.5", { reasoningEffort: "low" });
  expect(model).toMatchObject({ specVersion: "v1", provider: "openai", modelId: "gpt-5.5" });
});

test.each(["", "  ", undefined, null, 5])("the model id %j is refused", (modelId) => {
  expect(() => openai(modelId as string)).toThrow(
    'modelId must be the id of a model, such as "gpt',
  );
});

test("the identity is the policy: adapter, API, address, model, settings", () => {
  vi.stubEnv("OPENAI_BASE_URL", undefined);
  const model = openai("gpt-5.5", { reasoningEffort: "low", maxOutputTokens: 500 });
  expect(model.identity()).toEqual({
    policy: {
      adapter: "@rollouts/provider-openai/1",
      provider: "openai",
      api: "responses",
      baseURL: "https://api.openai.com/v1",
      model: "gpt-5.5",
      reasoningEffort: "low",
      maxOutputTokens: 500,
      strictSchemas: true,
    },
  });
});

test.each([
  [undefined, undefined],
  [7, "fixed:7"],
  ["per-attempt", "per-attempt"],
] as const)("the seed setting %j is the seed policy %j", (seed, policy) => {
  const chat = createOpenAI({ api: "chat", baseURL: "https://models.example/v1" });
  expect(chat("m", { seed }).identity().policy.seed).toBe(policy);
});

test("F14: keys and clients do not enter the identity, addresses and APIs do", () => {
  const baseURL = "https://models.example/v1";
  const identity = (options: Parameters<typeof createOpenAI>[0]) =>
    createOpenAI(options)("m").identity();
  const first = identity({ apiKey, baseURL });
  expect(identity({ apiKey: "sk-another", baseURL })).toEqual(first);
  expect(identity({ client: new OpenAI({ apiKey, baseURL, organization: "org" }) })).toEqual(first);
  expect(identity({ client: new OpenAI7({ apiKey, baseURL, timeout: 5 }) })).toEqual(first);
  expect(identity({ apiKey, baseURL: "https://other.example/v1" })).not.toEqual(first);
  expect(identity({ apiKey, baseURL, api: "chat" })).not.toEqual(first);
});

test.each([
  ["https://models.example/v1/", "https://models.example/v1"],
  ["https://MODELS.example:443/v1?api-key=secret", "https://models.example/v1"],
  ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
])("the address %s is known as %s", (baseURL, known) => {
  const model = createOpenAI({ baseURL })("m");
  expect(model.identity().policy.baseURL).toBe(known);
  expect(model.account).toBe(known);
});

test("OPENAI_BASE_URL is read when it is first needed, is part of the identity, and then stays", () => {
  const model = createOpenAI()("m");
  vi.stubEnv("OPENAI_BASE_URL", "https://gateway.example/v1");
  expect(model.identity().policy.baseURL).toBe("https://gateway.example/v1");
  vi.stubEnv("OPENAI_BASE_URL", "https://moved.example/v1");
  expect(model.identity().policy.baseURL).toBe("https://gateway.example/v1");
});

test.each(["api.openai.com/v1", "file:///v1", "https://user:hunter2@models.example/v1"])(
  "the address %s is refused and not repeated",
  (baseURL) => {
    const make = () => createOpenAI({ baseURL });
    expect(make).toThrow(InvalidArgumentError);
    expect(make).not.toThrow(/hunter2|file|api\.openai\.com\/v1, got "/);
    vi.stubEnv("OPENAI_BASE_URL", baseURL);
    expect(() => openai("m").identity()).toThrow("OPENAI_BASE_URL must");
  },
);

test.each(["", " ", "sk-very secret", "sk-very-secret\n", 5])(
  "the key %j is refused and not repeated",
  (key) => {
    const make = () => createOpenAI({ apiKey: key as string });
    expect(make).toThrow("options.apiKey must be a text of visible ASCII characters");
    expect(make).not.toThrow(/very/);
  },
);

test("options that nobody reads, or that contradict each other, are refused", () => {
  const client = new OpenAI({ apiKey });
  const make = (options: object) => () => createOpenAI(options);
  expect(make({ baseUrl: "https://models.example/v1" })).toThrow('unknown key "baseUrl"');
  expect(make({ api: "completions" })).toThrow('options.api must be "responses" or "chat"');
  expect(make({ client, apiKey })).toThrow("options.apiKey cannot be given beside options.client");
  expect(make({ client, baseURL: "https://models.example/v1" })).toThrow("options.baseURL cannot");
  expect(make({ client: {} })).toThrow("options.client must be a client of the openai package");
  expect(make({ client: null })).toThrow("options.client must be a client");
  expect(() => createOpenAI("sk-x" as unknown as object)).toThrow("options must be an object");
});

test("a model shows no key when it is printed", () => {
  const model = createOpenAI({ apiKey, baseURL: "https://models.example/v1" })("m");
  expect(inspect(model, { depth: 9, getters: true, showHidden: true })).not.toContain(apiKey);
  expect(JSON.stringify([model, model.identity()])).not.toContain(apiKey);
});
