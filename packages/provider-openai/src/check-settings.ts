import {
  canonicalJson,
  frozenClone,
  InvalidArgumentError,
  invalidArgument,
  isPlainObject,
  type JsonObject,
  maxDelayMs,
  refuseUnknownKeys,
} from "@rollouts/core";
import type { OpenAIApi } from "./openai-client.ts";
import type { Profile } from "./profile.ts";
import type { CheckedSettings, OpenAISettings, ReasoningEffort, Verbosity } from "./settings.ts";

const reasoningEfforts: readonly ReasoningEffort[] = [
  "none",
  "minimal",
  "low",
  "medium",
  "high",
  "xhigh",
  "max",
];
const verbosities: readonly Verbosity[] = ["low", "medium", "high"];
const defaultTimeoutMs = 120_000;

interface Rule {
  readonly allowed: string;
  accepts(value: unknown): boolean;
}

const trueOrFalse: Rule = {
  allowed: "true or false",
  accepts: (value) => typeof value === "boolean",
};
const timeout: Rule = {
  allowed: `a number of milliseconds from 1 to ${maxDelayMs}`,
  accepts: (value) => typeof value === "number" && value >= 1 && value <= maxDelayMs,
};

const rules: Record<keyof OpenAISettings, Rule> = {
  reasoningEffort: oneOf(reasoningEfforts),
  temperature: numberUpTo(2),
  topP: numberUpTo(1),
  maxOutputTokens: {
    allowed: "an integer of at least 1",
    accepts: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
  },
  seed: {
    allowed: 'an integer, or "per-attempt"',
    accepts: (value) => Number.isSafeInteger(value) || value === "per-attempt",
  },
  stop: { allowed: "a text, or one to four texts, none of them empty", accepts: isStop },
  serviceTier: { allowed: "a text that is not blank", accepts: isText },
  verbosity: oneOf(verbosities),
  parallelToolCalls: trueOrFalse,
  strict: oneOf(["auto", true, false]),
  extraBody: { allowed: "an object that JSON can carry", accepts: isJsonObject },
  allowEmptyReply: trueOrFalse,
  sampleMany: trueOrFalse,
  firstByteTimeoutMs: timeout,
  idleTimeoutMs: timeout,
};

/** What the Responses API has no parameter for. */
const chatOnly = ["seed", "stop", "sampleMany"] as const;

/**
 * Checks settings and copies them.
 *
 * @throws InvalidArgumentError for an unknown key, a value out of range, or a setting that the API or
 * the kind of server does not have.
 */
export function checkSettings(
  settings: OpenAISettings,
  { api, profile }: { api: OpenAIApi; profile: Profile },
): CheckedSettings {
  if (!isPlainObject(settings)) {
    throw invalidArgument("settings", "an object", settings);
  }
  refuseUnknownKeys(settings, Object.keys(rules), "settings");
  for (const [key, rule] of Object.entries(rules)) {
    const value: unknown = settings[key];
    if (value !== undefined && !rule.accepts(value)) {
      throw invalidArgument(`settings.${key}`, rule.allowed, value);
    }
  }
  const given = settings as OpenAISettings;
  if (api === "responses") refuseChatOnly(given);
  refuseUnsupported(given, profile);
  refuseSharedSeed(given);
  refuseOwnMembers(given.extraBody ?? {});
  const { stop, extraBody } = given;
  return Object.freeze({
    ...given,
    stop: stop === undefined ? undefined : Object.freeze([stop].flat()),
    extraBody: extraBody === undefined ? undefined : frozenClone(extraBody),
    strict: given.strict ?? profile.strict,
    allowEmptyReply: given.allowEmptyReply ?? false,
    sampleMany: given.sampleMany ?? false,
    firstByteTimeoutMs: given.firstByteTimeoutMs ?? defaultTimeoutMs,
    idleTimeoutMs: given.idleTimeoutMs ?? defaultTimeoutMs,
  });
}

function refuseChatOnly(settings: OpenAISettings): void {
  const key = chatOnly.find((name) => settings[name] !== undefined && settings[name] !== false);
  if (key === undefined) return;
  throw new InvalidArgumentError({
    argument: `settings.${key}`,
    message: `settings.${key} needs Chat Completions: the Responses API has no such parameter. Leave it out, or make the model with createOpenAI({ api: "chat" }).`,
  });
}

/** One request has one seed, so its samples would not have those of their attempts. */
function refuseSharedSeed({ sampleMany, seed }: OpenAISettings): void {
  if (!sampleMany || seed === undefined) return;
  throw new InvalidArgumentError({
    argument: "settings.sampleMany",
    message:
      "settings.sampleMany cannot be had with settings.seed: attempts that share a request share its seed. Leave one of them out.",
  });
}

function refuseUnsupported(settings: OpenAISettings, { name, unsupported }: Profile): void {
  const key = unsupported.find((setting) => settings[setting] !== undefined);
  if (key === undefined) return;
  throw new InvalidArgumentError({
    argument: `settings.${key}`,
    message: `settings.${key} has no effect with the profile ${JSON.stringify(name)}. Leave it out; if your server knows it, choose the profile "generic".`,
  });
}

/** Members that settings or requests write, and those that let a server remember other attempts. */
const ownMembers: ReadonlySet<string> = new Set([
  ...["model", "messages", "input", "instructions", "tools", "tool_choice", "functions"],
  ...["function_call", "parallel_tool_calls", "response_format", "text", "reasoning"],
  ...["reasoning_effort", "temperature", "top_p", "max_tokens", "max_completion_tokens"],
  ...["max_output_tokens", "seed", "stop", "service_tier", "verbosity", "stream"],
  ...["stream_options", "store", "include", "n", "previous_response_id", "conversation"],
  ...["background", "prompt"],
]);

function refuseOwnMembers(extraBody: JsonObject): void {
  const key = Object.keys(extraBody).find((name) => ownMembers.has(name));
  if (key === undefined) return;
  throw new InvalidArgumentError({
    argument: `settings.extraBody.${key}`,
    message: `settings.extraBody must not hold ${JSON.stringify(key)}: that is a setting, or written by this package, or would tie attempts together. Leave it out.`,
  });
}

function oneOf(values: readonly unknown[]): Rule {
  return {
    allowed: `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`,
    accepts: (value) => values.includes(value),
  };
}

function numberUpTo(maximum: number): Rule {
  return {
    allowed: `a number from 0 to ${maximum}`,
    accepts: (value) => typeof value === "number" && value >= 0 && value <= maximum,
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function isJsonObject(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  try {
    canonicalJson(value);
    return true;
  } catch {
    return false;
  }
}

function isStop(value: unknown): boolean {
  const texts: unknown[] = [value].flat();
  const whole = texts.every((text) => typeof text === "string" && text !== "");
  return whole && texts.length >= 1 && texts.length <= 4;
}
