import { invalidArgument, isPlainObject, refuseUnknownKeys } from "@rollouts/core";
import type { SftProfile } from "./profile.ts";
import { profiles } from "./profiles.ts";

/** Refuses a member that is wrong, by its path. */
type Check = (value: unknown, path: string) => void;
type Test = (value: unknown) => boolean;

const must =
  (test: Test, wanted: string): Check =>
  (value, path) => {
    if (!test(value)) throw invalidArgument(path, wanted, value);
  };
const oneOf = (...allowed: readonly string[]): Check => {
  const words = allowed.map((word) => JSON.stringify(word)).join(" or ");
  return must((value) => allowed.some((word) => word === value), words);
};
const listOf =
  (check: Check): Check =>
  (value, path) => {
    if (!Array.isArray(value)) throw invalidArgument(path, "a list", value);
    for (const [index, item] of value.entries()) check(item, `${path}[${index}]`);
  };
const orNull =
  (check: Check): Check =>
  (value, path) => {
    if (value !== null) check(value, path);
  };
const shape =
  (members: Readonly<Record<string, Check>>): Check =>
  (value, path) => {
    if (!isPlainObject(value)) throw invalidArgument(path, "an object", value);
    refuseUnknownKeys(value, Object.keys(members), path);
    for (const [key, check] of Object.entries(members)) check(value[key], `${path}.${key}`);
  };

const isText: Test = (value) => typeof value === "string" && value !== "";
const isFormat: Test = (value) =>
  typeof value === "object" &&
  value !== null &&
  ["write", "check"].every((name) => typeof Reflect.get(value, name) === "function");

const text = must(isText, "text that is not empty");
const flag = must((value) => typeof value === "boolean", "true or false");
const count = must(
  (value) => Number.isSafeInteger(value) && Number(value) >= 1,
  "a whole number >= 1",
);
const countOrNull = orNull(count);
const role = oneOf("system", "user", "assistant", "tool");
const like = (pattern: RegExp, wanted: string) =>
  must((value) => typeof value === "string" && pattern.test(value), wanted);

const members: Readonly<Record<keyof SftProfile, Check>> = {
  name: like(/^[\w.-]{1,64}$/, "1 to 64 letters, digits, dots, hyphens and underscores"),
  version: count,
  verifiedOn: like(/^\d{4}-\d{2}-\d{2}$/, "a day such as 2026-08-21"),
  format: must(isFormat, "an object with the functions write and check"),
  rowKeys: shape({ required: listOf(text), optional: listOf(text) }),
  roles: listOf(role),
  userContent: oneOf("text", "text-parts", "text-and-images"),
  unfit: oneOf("refuse", "leave-out"),
  order: shape({
    system: oneOf("anywhere", "first"),
    startsWithUser: flag,
    repeatable: listOf(role),
  }),
  tools: orNull(
    shape({
      definitions: oneOf("row", "manifest"),
      argumentsAs: oneOf("string", "object"),
      emptyContent: oneOf("omit", "empty"),
      textBesideCalls: flag,
      resultName: flag,
      callIds: oneOf("free", "nine-alphanumeric"),
      descriptionRequired: flag,
      emptyDescription: oneOf("omit", "empty"),
      replyOrder: oneOf("any", "as-called"),
      parallelKey: flag,
    }),
  ),
  marksUntrained: flag,
  extras: shape({
    rowWeight: orNull(oneOf("any", "not-negative")),
    names: flag,
    reasoningKeys: listOf(text),
    functions: flag,
  }),
  lossMask: text,
  byteOrderMark: flag,
  separators: oneOf("escaped", "any"),
  suffix: orNull(text),
  limits: shape({
    minRows: count,
    maxRows: countOrNull,
    maxBytes: countOrNull,
    maxRowTokens: countOrNull,
    maxRowImages: countOrNull,
    maxImageBytes: countOrNull,
  }),
  defaults: shape({
    onOverflow: oneOf("shard", "error", "truncate"),
    deduplicate: flag,
    allowMixedPrompts: flag,
  }),
};

/**
 * Takes a profile that somebody else made, under a name that none of ours has.
 *
 * @throws InvalidArgumentError that names the member that is wrong.
 */
export function checkProfile(profile: Readonly<Record<string, unknown>>): SftProfile {
  refuseUnknownKeys(profile, Object.keys(members), "The profile");
  for (const [key, check] of Object.entries(members)) check(profile[key], `profile.${key}`);
  const shipped: unknown = Object.entries(profiles).find(([name]) => name === profile.name)?.[1];
  if (shipped !== undefined && shipped !== profile) {
    throw invalidArgument("profile.name", "a name that no shipped profile has", profile.name);
  }
  if (profile.tools !== null && profile.unfit === "leave-out") {
    // Half of a tool run would be left out.
    throw invalidArgument("profile.unfit", '"refuse" unless tools is null', profile.unfit);
  }
  return profile as unknown as SftProfile;
}
