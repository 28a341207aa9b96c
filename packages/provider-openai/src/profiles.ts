import type { Profile, ProfileName } from "./profile.ts";

const openai: Profile = {
  name: "openai",
  provider: "openai",
  apis: ["responses", "chat"],
  baseURL: "https://api.openai.com/v1",
  apiKey: "from environment",
  stores: true,
  maxTokensField: "max_completion_tokens",
  asksForUsage: true,
  strict: "auto",
  unsupported: [],
  hasToolChoice: true,
  hidesCutCalls: false,
  cutsPrompts: false,
  tellsCost: false,
  resetUnit: "ms",
  modelFaultCodes: [],
  extraBody: {},
};

/** What servers have in common that speak Chat Completions first and store nothing. */
const compatible: Profile = {
  ...openai,
  name: "generic",
  provider: "openai-compatible",
  apis: ["chat", "responses"],
  baseURL: undefined,
  stores: false,
  maxTokensField: "max_tokens",
};

/** Servers that one starts on one's own machine. Their grammars need no strict schemas. */
const local: Profile = {
  ...compatible,
  apiKey: "not needed",
  strict: false,
  unsupported: ["serviceTier", "verbosity"],
};

const hosted: Profile = {
  ...compatible,
  apiKey: "must be given",
  unsupported: ["serviceTier", "verbosity"],
};

/**
 * The profiles by name. Facts are from the servers' own documentation and issue trackers; a setting is
 * unsupported when the server would take it without effect, since then another policy would be
 * measured than the one that is recorded.
 */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  openai,
  azure: {
    ...openai,
    name: "azure",
    provider: "azure",
    baseURL: undefined,
    apiKey: "must be given",
    resetUnit: "s",
  },
  vllm: {
    ...local,
    name: "vllm",
    provider: "vllm",
    baseURL: "http://127.0.0.1:8000/v1",
    hidesCutCalls: true,
  },
  llamacpp: {
    ...local,
    name: "llamacpp",
    provider: "llamacpp",
    baseURL: "http://127.0.0.1:8080/v1",
  },
  ollama: {
    ...local,
    name: "ollama",
    provider: "ollama",
    baseURL: "http://127.0.0.1:11434/v1",
    unsupported: [...local.unsupported, "parallelToolCalls", "sampleMany"],
    hasToolChoice: false,
    cutsPrompts: true,
  },
  lmstudio: {
    ...local,
    name: "lmstudio",
    provider: "lmstudio",
    // Its Responses API ignores output schemas.
    apis: ["chat"],
    baseURL: "http://127.0.0.1:1234/v1",
    unsupported: [...local.unsupported, "parallelToolCalls"],
  },
  openrouter: {
    ...hosted,
    name: "openrouter",
    provider: "openrouter",
    baseURL: "https://openrouter.ai/api/v1",
    unsupported: ["serviceTier"],
    tellsCost: true,
    // Else a request may reach a server that drops its settings.
    extraBody: { provider: { require_parameters: true } },
  },
  groq: {
    ...hosted,
    name: "groq",
    provider: "groq",
    baseURL: "https://api.groq.com/openai/v1",
    maxTokensField: "max_completion_tokens",
    unsupported: ["verbosity", "sampleMany"],
    modelFaultCodes: ["tool_use_failed"],
  },
  together: {
    ...hosted,
    name: "together",
    provider: "together",
    apis: ["chat"],
    baseURL: "https://api.together.xyz/v1",
    asksForUsage: false,
  },
  fireworks: {
    ...hosted,
    name: "fireworks",
    provider: "fireworks",
    baseURL: "https://api.fireworks.ai/inference/v1",
    asksForUsage: false,
  },
  generic: compatible,
};
