import { invalidArgument, isPlainObject, refuseUnknownKeys } from "@rollouts/core";
import { findProfile as findSftProfile } from "@rollouts/export-sft/rows";
import type { DatasetForm, PairForm, PreferenceProfile, PromptForm } from "./preference-profile.ts";
import { preferenceProfiles } from "./profiles.ts";

type Check = (value: unknown) => boolean;
type Checks<Form> = Readonly<Record<Exclude<keyof Form, "conversation">, Check>>;

const isText: Check = (value) => typeof value === "string" && value !== "";
const isKeyList: Check = (value) => Array.isArray(value) && value.every(isText);
const oneOf =
  (...allowed: readonly unknown[]): Check =>
  (value) =>
    allowed.includes(value);

const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 1;
const isKeys: Check = (value) =>
  isPlainObject(value) && isKeyList(value.required) && isKeyList(value.optional);

const ofDataset: Checks<DatasetForm> = { lossMask: isText };
const ofPairs: Checks<PairForm> = {
  ...ofDataset,
  format: (value) =>
    typeof value === "object" &&
    value !== null &&
    isKeys(Reflect.get(value, "rowKeys")) &&
    typeof Reflect.get(value, "write") === "function" &&
    typeof Reflect.get(value, "read") === "function",
  answers: oneOf("turn", "run"),
  callsInAnswers: oneOf(true, false),
};
const ofPrompts: Checks<PromptForm> = {
  ...ofDataset,
  messagesKey: oneOf("messages", "prompt"),
  systemRole: oneOf("system", "developer"),
  tools: oneOf("row", "manifest"),
  validation: (value) => value === null || (isPlainObject(value) && isCount(value.maxRows)),
};
const forms = { pairs: ofPairs, kto: ofDataset, prompts: ofPrompts };
const ofProfile: Readonly<Record<Exclude<keyof PreferenceProfile, keyof typeof forms>, Check>> = {
  name: (value) => typeof value === "string" && /^[\w.-]{1,64}$/.test(value),
  version: isCount,
  verifiedOn: (value) => typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value),
};

/**
 * Takes a profile that somebody else made, under a name that none of ours has.
 *
 * @throws InvalidArgumentError that names the member that is wrong.
 */
export function checkProfile(profile: Readonly<Record<string, unknown>>): PreferenceProfile {
  const shipped: unknown = Object.entries(preferenceProfiles).find(
    ([name]) => name === profile.name,
  )?.[1];
  if (shipped === profile) return shipped as PreferenceProfile;
  if (shipped !== undefined) {
    throw invalidArgument("profile.name", "a name that no shipped profile has", profile.name);
  }
  refuseUnknownKeys(profile, [...Object.keys(ofProfile), ...Object.keys(forms)], "The profile");
  checkMembers(profile, ofProfile, "profile");
  for (const [kind, checks] of Object.entries(forms)) {
    const form = profile[kind];
    if (form === null) continue;
    const where = `profile.${kind}`;
    if (!isPlainObject(form)) throw invalidArgument(where, "an object or null", form);
    refuseUnknownKeys(form, [...Object.keys(checks), "conversation"], where);
    checkMembers(form, checks, where);
    if (!isPlainObject(form.conversation)) {
      throw invalidArgument(`${where}.conversation`, "an SftProfile", form.conversation);
    }
    findSftProfile(form.conversation);
  }
  return profile as unknown as PreferenceProfile;
}

function checkMembers(
  object: Readonly<Record<string, unknown>>,
  checks: Readonly<Record<string, Check>>,
  where: string,
): void {
  for (const [key, check] of Object.entries(checks)) {
    if (check(object[key])) continue;
    throw invalidArgument(`${where}.${key}`, "as PreferenceProfile describes it", object[key]);
  }
}
