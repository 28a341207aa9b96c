import { describeValue, invalidArgument, isPlainObject, refuseUnknownKeys } from "@rollouts/core";
import { checkPositive, checkWhole } from "../values/check-number.ts";

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
  /** `null` when scorers share the lanes of the agent. */
  readonly scorers: ProviderLimits | null;
  /** What is told once the run is over: names that belonged to none of the accounts that were asked for. */
  closingWarnings(): readonly string[];
}

const providerKeys = ["inFlight", "requestsPerMinute", "tokensPerMinute"] as const;
const defaultModelTries = 3;
/** Names in a warning, before the rest is counted. */
const maxNames = 5;

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
  const met = createMetAccounts();
  return {
    modelTries,
    of(provider, account) {
      met.note(provider, account);
      return byName.get(`${provider}/${account}`) ?? byName.get(provider) ?? common;
    },
    scorers: scorers === undefined ? null : readProviderLimits("limits.scorers", scorers),
    closingWarnings: () => met.warnOfOthers([...byName.keys()]),
  };
}

/** Which accounts a run has asked for the limits of, to tell names that were mistyped. */
function createMetAccounts() {
  const accounts = new Set<string>();
  const names = new Set<string>();
  return {
    note(provider: string, account: string | undefined): void {
      const full = account === undefined ? provider : `${provider}/${account}`;
      accounts.add(full);
      names.add(provider).add(full);
    },
    warnOfOthers(given: readonly string[]): readonly string[] {
      const unknown = given.filter((name) => !names.has(name));
      if (unknown.length === 0 || accounts.size === 0) return [];
      return [
        `limits.providers has limits for ${listNames(unknown)}, which no model of the run belongs to: there were ${listNames([...accounts])}. A name is that of a provider, or provider/account.`,
      ];
    },
  };
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map((name) => describeValue(name));
  const more = names.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", ");
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
