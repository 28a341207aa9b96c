import {
  canonicalJson,
  frozenClone,
  InvalidArgumentError,
  invalidArgument,
  isPlainObject,
  maxDelayMs,
  refuseUnknownKeys,
} from "@rollouts/core";
import type { AiSdkVersion } from "./language-model.ts";
import type { AiSdkReasoningEffort, AiSdkSettings, CheckedSettings } from "./settings.ts";

const reasoningEfforts: readonly AiSdkReasoningEffort[] = [
  "none",
  "minimal",
  "low",
  "medium",
  "high",
  "xhigh",
  "max",
];
const defaultTimeoutMs = 120_000;

interface Rule {
  readonly allowed: string;
  accepts(value: unknown): boolean;
}

const finite: Rule = { allowed: "a finite number", accepts: Number.isFinite };
const fromOne: Rule = {
  allowed: "a whole number of at least 1",
  accepts: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
};
const timeout: Rule = {
  allowed: `a number of milliseconds from 1 to ${maxDelayMs}`,
  accepts: (value) => typeof value === "number" && value >= 1 && value <= maxDelayMs,
};

const rules: Record<keyof AiSdkSettings, Rule> = {
  temperature: {
    allowed: "a number of at least 0",
    accepts: (value) => Number.isFinite(value) && Number(value) >= 0,
  },
  topP: {
    allowed: "a number from 0 to 1",
    accepts: (value) => typeof value === "number" && value >= 0 && value <= 1,
  },
  topK: fromOne,
  presencePenalty: finite,
  frequencyPenalty: finite,
  maxOutputTokens: fromOne,
  stop: { allowed: "a text, or a list of texts, none of them empty", accepts: isStop },
  seed: {
    allowed: 'a whole number, or "per-attempt"',
    accepts: (value) => Number.isSafeInteger(value) || value === "per-attempt",
  },
  reasoningEffort: {
    allowed: `one of ${reasoningEfforts.map((effort) => JSON.stringify(effort)).join(", ")}`,
    accepts: (value) => reasoningEfforts.some((effort) => effort === value),
  },
  providerOptions: {
    allowed: "an object of objects, by provider name, that JSON can carry",
    accepts: (value) => isJsonObject(value) && Object.values(value).every(isPlainObject),
  },
  identity: { allowed: "an object that JSON can carry", accepts: isJsonObject },
  account: {
    allowed: "a text that is not blank",
    accepts: (value) => typeof value === "string" && value.trim() !== "",
  },
  stream: { allowed: "true or false", accepts: (value) => typeof value === "boolean" },
  firstByteTimeoutMs: timeout,
  idleTimeoutMs: timeout,
};

/**
 * Checks settings and copies them.
 *
 * @throws InvalidArgumentError for an unknown key, a value out of range, or a setting that models of the
 * version do not have.
 */
export function checkSettings(settings: AiSdkSettings, version: AiSdkVersion): CheckedSettings {
  if (!isPlainObject(settings)) throw invalidArgument("settings", "an object", settings);
  refuseUnknownKeys(settings, Object.keys(rules), "settings");
  for (const [key, rule] of Object.entries(rules)) {
    const value: unknown = settings[key];
    if (value !== undefined && !rule.accepts(value)) {
      throw invalidArgument(`settings.${key}`, rule.allowed, value);
    }
  }
  const given = settings as AiSdkSettings;
  if (version !== "v4") refuseReasoningEffort(given, version);
  refuseServerState(given.providerOptions ?? {});
  const { stop } = given;
  return Object.freeze({
    ...given,
    stop: stop === undefined ? undefined : Object.freeze([stop].flat()),
    providerOptions: frozenClone(given.providerOptions),
    identity: frozenClone(given.identity),
    stream: given.stream ?? true,
    firstByteTimeoutMs: given.firstByteTimeoutMs ?? defaultTimeoutMs,
    idleTimeoutMs: given.idleTimeoutMs ?? defaultTimeoutMs,
  });
}

function refuseReasoningEffort({ reasoningEffort }: AiSdkSettings, version: AiSdkVersion): void {
  if (reasoningEffort === undefined) return;
  throw new InvalidArgumentError({
    argument: "settings.reasoningEffort",
    message: `settings.reasoningEffort needs a language model of version v4, and this one is of ${version}. Use the provider's own option, such as providerOptions: { openai: { reasoningEffort: ${JSON.stringify(reasoningEffort)} } }.`,
  });
}

/** Options that make a server remember other calls, which no attempt may know of. */
const serverState: readonly string[] = ["previousResponseId", "conversation"];

function refuseServerState(providerOptions: Readonly<Record<string, object>>): void {
  for (const [provider, options] of Object.entries(providerOptions)) {
    const key = serverState.find((name) => Object.hasOwn(options, name));
    if (key === undefined) continue;
    const argument = `settings.providerOptions.${provider}.${key}`;
    throw new InvalidArgumentError({
      argument,
      message: `${argument} would tie attempts together: the server would remember other calls. Leave it out.`,
    });
  }
}

function isJsonObject(value: unknown): value is Record<string, unknown> {
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
  return texts.length >= 1 && texts.every((text) => typeof text === "string" && text !== "");
}
