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
  const model = openai("gpt-5.5", { reasoningEffort: "low", maxOutputTokens: 500 });
  expect(model.identity()).toEqual({
    policy: {
      adapter: "@rollouts/provider-openai/1",
      provider: "openai",
      profile: "openai",
      api: "responses",
      baseURL: "https://api.openai.com/v1",
      model: "gpt-5.5",
      reasoningEffort: "low",
      maxOutputTokens: 500,
      strict: "auto",
      allowEmptyReply: false,
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

test("an account is named by the program, also for a client, and enters no identity", () => {
  const baseURL = "https://models.example/v1";
  const plain = createOpenAI({ baseURL })("m");
  const named = createOpenAI({ baseURL, account: "team-a" })("m");
  expect(named.account).toBe("team-a");
  expect(named.identity()).toEqual(plain.identity());
  const client = new OpenAI({ apiKey, baseURL });
  expect(createOpenAI({ client, account: "team-b" })("m").account).toBe("team-b");
  expect(createOpenAI({ client })("m").account).toBe(baseURL);
});

test("OPENAI_BASE_URL is not read: what runs where is said in the program", () => {
  vi.stubEnv("OPENAI_BASE_URL", "https://gateway.example/v1");
  expect(createOpenAI()("m").identity().policy.baseURL).toBe("https://api.openai.com/v1");
});

test("deadlines do not enter the identity, everything else that is set does", () => {
  const make = createOpenAI({ profile: "generic", baseURL: "https://models.example/v1" });
  const plain = make("m").identity();
  expect(make("m", { firstByteTimeoutMs: 5, idleTimeoutMs: 5 }).identity()).toEqual(plain);
  const others = [
    { strict: false },
    { allowEmptyReply: true },
    { serviceTier: "flex" },
    { extraBody: { top_k: 20 } },
  ] as const;
  for (const settings of others) {
    expect(make("m", settings).identity().policy).toMatchObject(settings);
    expect(make("m", settings).identity()).not.toEqual(plain);
  }
});

test.each([
  ["openai", "openai", "responses", "https://api.openai.com/v1"],
  ["vllm", "vllm", "chat", "http://127.0.0.1:8000/v1"],
  ["llamacpp", "llamacpp", "chat", "http://127.0.0.1:8080/v1"],
  ["ollama", "ollama", "chat", "http://127.0.0.1:11434/v1"],
  ["lmstudio", "lmstudio", "chat", "http://127.0.0.1:1234/v1"],
  ["openrouter", "openrouter", "chat", "https://openrouter.ai/api/v1"],
  ["groq", "groq", "chat", "https://api.groq.com/openai/v1"],
  ["together", "together", "chat", "https://api.together.xyz/v1"],
  ["fireworks", "fireworks", "chat", "https://api.fireworks.ai/inference/v1"],
] as const)(
  "the profile %s is part of the identity, and knows API and address",
  (profile, provider, api, baseURL) => {
    const model = createOpenAI({ profile, apiKey })("m");
    expect(model.provider).toBe(provider);
    expect(model.identity().policy).toMatchObject({ provider, profile, api, baseURL });
  },
);

test.each(["azure", "generic"] as const)("the profile %s needs an address", (profile) => {
  expect(() => createOpenAI({ profile, apiKey })).toThrow(
    `options.baseURL must be given with the profile "${profile}".`,
  );
  const model = createOpenAI({ profile, apiKey, baseURL: "https://models.example/v1" })("m");
  expect(model.identity().policy).toMatchObject({ profile, baseURL: "https://models.example/v1" });
});

test.each(["azure", "openrouter", "groq", "together", "fireworks"] as const)(
  "the profile %s needs a key: that of OpenAI is not for others",
  (profile) => {
    vi.stubEnv("OPENAI_API_KEY", apiKey);
    const make = () => createOpenAI({ profile, baseURL: "https://models.example/v1" });
    expect(make).toThrow(`options.apiKey must be given with the profile "${profile}".`);
  },
);

test.each(["lmstudio", "together"] as const)("the profile %s has no Responses API", (profile) => {
  expect(() => createOpenAI({ profile, apiKey, api: "responses" })).toThrow(
    `options.api "responses" cannot be used with the profile "${profile}". Leave it out.`,
  );
});

test.each(["gpt", "__proto__", "toString", 5])("the profile %j is refused", (profile) => {
  expect(() => createOpenAI({ profile: profile as "openai" })).toThrow(
    "options.profile must be one of openai, azure, vllm,",
  );
});

test.each(["api.openai.com/v1", "file:///v1", "https://user:hunter2@models.example/v1"])(
  "the address %s is refused and not repeated",
  (baseURL) => {
    const make = () => createOpenAI({ baseURL });
    expect(make).toThrow(InvalidArgumentError);
    expect(make).not.toThrow(/hunter2|file|api\.openai\.com\/v1, got "/);
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
  expect(make({ account: " " })).toThrow(
    'options.account must be a text that is not blank, got " "',
  );
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
