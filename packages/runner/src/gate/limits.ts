import { invalidArgument, isPlainObject, refuseUnknownKeys } from "@rollouts/core";
import { checkPositive, checkWhole } from "../values/check-number.ts";
import { accountName } from "./account-name.ts";

/** What one account of one provider may be asked for. */
export interface ProviderLimits {
  /** Model calls in flight at once, at least 1. @defaultValue as many as the provider takes */
  readonly inFlight?: number | undefined;
  /** Model calls that start in any minute, over 0. They are spread over it. @defaultValue none */
  readonly requestsPerMinute?: number | undefined;
  /**
   * Tokens, prompt and answer, over 0; kept on average, since a call's tokens are an estimate until
   * it is answered. @defaultValue none
   */
  readonly tokensPerMinute?: number | undefined;
}

/**
 * How many model calls are made, and how often one is tried. The limits hold for each account of
 * each provider (`model.provider`, `model.account`) by itself.
 */
export interface LimitsOptions extends ProviderLimits {
  /**
   * How often one model call is tried in all, at least 1. Only errors that may pass are tried
   * again: `rate-limit`, `overloaded`, `server`, `connection`, `timeout`, `protocol`. The first two do
   * not count while the account has answered another call within the last minute, unless this is 1.
   * @defaultValue 3
   */
  readonly modelTries?: number | undefined;
  /**
   * Other limits for a provider, by its name (`openai`), or for one account of it
   * (`openai/team-a`); what one of them leaves out is as above.
   */
  readonly providers?: Readonly<Record<string, ProviderLimits>> | undefined;
  /**
   * Limits for the calls of scorers alone, which then neither wait for the agent's calls nor hold
   * them up. @defaultValue they share the agent's
   */
  readonly scorers?: ProviderLimits | undefined;
}

/** Checked limits. */
export interface Limits {
  readonly modelTries: number;
  /** The limits of one lane. */
  of(provider: string, account: string | undefined): ProviderLimits;
  /** The names that have limits of their own: of a provider, or of an account. */
  readonly names: readonly string[];
  /** `null` when scorers share the lanes of the agent. */
  readonly scorers: ProviderLimits | null;
}

const providerKeys = ["inFlight", "requestsPerMinute", "tokensPerMinute"] as const;
const defaultModelTries = 3;

/**
 * Checks the option `limits`.
 *
 * @throws InvalidArgumentError
 */
export function readLimits(limits: LimitsOptions | undefined): Limits {
  const { modelTries = defaultModelTries, providers = {}, scorers, ...general } = checked(limits);
  checkWhole("limits.modelTries", modelTries, 1);
  if (!isPlainObject(providers)) {
    throw invalidArgument("limits.providers", "an object { [provider]: limits }", providers);
  }
  const common = readProviderLimits("limits", general);
  const byName = new Map(
    Object.entries(providers).map(([name, own]) => [
      name,
      { ...common, ...readProviderLimits(`limits.providers[${JSON.stringify(name)}]`, own) },
    ]),
  );
  return {
    modelTries,
    of: (provider, account) =>
      byName.get(accountName(provider, account)) ?? byName.get(provider) ?? common,
    names: [...byName.keys()],
    scorers: scorers === undefined ? null : readProviderLimits("limits.scorers", scorers),
  };
}

function checked(limits: LimitsOptions | undefined): LimitsOptions {
  if (limits === undefined) return {};
  if (!isPlainObject(limits as unknown)) throw invalidArgument("limits", "an object", limits);
  refuseUnknownKeys(limits, [...providerKeys, "modelTries", "providers", "scorers"], "limits");
  return limits;
}

/** A copy with what is set. */
function readProviderLimits(path: string, limits: unknown): ProviderLimits {
  if (!isPlainObject(limits)) throw invalidArgument(path, "an object", limits);
  refuseUnknownKeys(limits, providerKeys, path);
  const { inFlight, requestsPerMinute, tokensPerMinute } = limits as ProviderLimits;
  if (inFlight !== undefined) checkWhole(`${path}.inFlight`, inFlight, 1);
  for (const [name, value] of Object.entries({ requestsPerMinute, tokensPerMinute })) {
    if (value !== undefined) checkPositive(`${path}.${name}`, value);
  }
  const set = Object.entries({ inFlight, requestsPerMinute, tokensPerMinute });
  return Object.fromEntries(set.filter(([, value]) => value !== undefined));
}
