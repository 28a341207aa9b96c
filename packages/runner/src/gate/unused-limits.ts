import { describeValue, type Model } from "@rollouts/core";
import { accountName } from "./account-name.ts";

/** Names in a warning, before the rest is counted. */
const maxNames = 5;

/** Warns of names with limits that belong to none of the accounts of a run: they may be mistyped. */
export function warnOfUnusedLimits(
  names: readonly string[],
  met: readonly Pick<Model, "provider" | "account">[],
): readonly string[] {
  const accounts = new Set(met.map(({ provider, account }) => accountName(provider, account)));
  const providers = new Set(met.map(({ provider }) => provider));
  const unused = names.filter((name) => !accounts.has(name) && !providers.has(name));
  if (unused.length === 0 || accounts.size === 0) return [];
  return [
    `limits.providers has limits for ${listNames(unused)}, which no model of the run belongs to: there were ${listNames([...accounts])}. A name is that of a provider, or provider/account.`,
  ];
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map((name) => describeValue(name));
  const more = names.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
