import {
  InvalidArgumentError,
  invalidArgument,
  isPlainObject,
  refuseUnknownKeys,
} from "@rollouts/core";
import type { OpenAIApi } from "./openai-client.ts";

/** How hard a reasoning model thinks. Each model accepts some of these. */
export type ReasoningEffort = "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";

/** How long the answers are. */
export type Verbosity = "low" | "medium" | "high";

/**
 * What shapes the answers of a model. A setting that is left out is not sent, so the provider's own
 * default applies. Each one that is given is part of the policy fingerprint.
 */
export interface OpenAISettings {
  readonly reasoningEffort?: ReasoningEffort | undefined;
  /** From 0 to 2. Reasoning models refuse it unless their effort is `"none"`. */
  readonly temperature?: number | undefined;
  /** Nucleus sampling: the probability mass that is sampled from, from 0 to 1. */
  readonly topP?: number | undefined;
  /** Limit of one reply in tokens, reasoning included. A reply cut there ends with `length`. */
  readonly maxOutputTokens?: number | undefined;
  /**
   * Chat Completions only. A number is sent with every request, which makes the attempts of a task
   * alike; `"per-attempt"` sends the seed of the attempt that asks, and none outside of attempts.
   */
  readonly seed?: number | "per-attempt" | undefined;
  /** Chat Completions only: up to four texts before which the model stops. */
  readonly stop?: string | readonly string[] | undefined;
  /** Processing tier, such as `"flex"` or `"priority"`. */
  readonly serviceTier?: string | undefined;
  readonly verbosity?: Verbosity | undefined;
  /** Whether one reply may call several tools. */
  readonly parallelToolCalls?: boolean | undefined;
  /**
   * `true` holds the model to each schema that strict mode can express, and lets it write freely
   * under the others; `false` never asks for strict mode.
   *
   * @defaultValue true
   */
  readonly strictSchemas?: boolean | undefined;
}

/** Settings that were checked, copied and brought to one form. */
export interface CheckedSettings extends OpenAISettings {
  readonly stop?: readonly string[] | undefined;
  readonly strictSchemas: boolean;
}

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

interface Rule {
  readonly allowed: string;
  accepts(value: unknown): boolean;
}

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
  parallelToolCalls: { allowed: "true or false", accepts: isBoolean },
  strictSchemas: { allowed: "true or false", accepts: isBoolean },
};

/** What the Responses API has no parameter for. */
const chatOnly = ["seed", "stop"] as const;

/**
 * Checks settings and copies them.
 *
 * @throws InvalidArgumentError for an unknown key, a value out of range, or a setting that the API
 * does not have.
 */
export function checkSettings(settings: OpenAISettings, api: OpenAIApi): CheckedSettings {
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
  if (api === "responses") refuseChatOnly(settings);
  const { stop, strictSchemas = true, ...others } = settings as OpenAISettings;
  return Object.freeze({
    ...others,
    stop: stop === undefined ? undefined : Object.freeze([stop].flat()),
    strictSchemas,
  });
}

function refuseChatOnly(settings: OpenAISettings): void {
  const key = chatOnly.find((name) => settings[name] !== undefined);
  if (key === undefined) return;
  throw new InvalidArgumentError({
    argument: `settings.${key}`,
    message: `settings.${key} needs Chat Completions: the Responses API has no such parameter. Leave it out, or make the model with createOpenAI({ api: "chat" }).`,
  });
}

function oneOf(values: readonly string[]): Rule {
  return {
    allowed: `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`,
    accepts: (value) => values.some((allowed) => allowed === value),
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

function isBoolean(value: unknown): boolean {
  return typeof value === "boolean";
}

function isStop(value: unknown): boolean {
  const texts: unknown[] = [value].flat();
  const whole = texts.every((text) => typeof text === "string" && text !== "");
  return whole && texts.length >= 1 && texts.length <= 4;
}
