import { chatFormat } from "../rows/chat-format.ts";
import type { ProfileExtras, ProfileLimits, ProfileTools, SftProfile } from "./profile.ts";

/** For consumers of which no more is known than what is written for them. */
export const noExtras = {
  rowWeight: null,
  names: false,
  reasoningKeys: [],
  functions: false,
} satisfies ProfileExtras;

/** For consumers of which no limit is known. */
export const noLimits = {
  minRows: 1,
  maxRows: null,
  maxBytes: null,
  maxRowTokens: null,
  maxRowImages: null,
  maxImageBytes: null,
} satisfies ProfileLimits;

/** What the profiles of tool-calling consumers have in common. */
export const chatProfile = {
  format: chatFormat,
  rowKeys: { required: ["messages"], optional: ["tools"] },
  roles: ["system", "user", "assistant", "tool"],
  userContent: "text",
  unfit: "refuse",
  order: { system: "anywhere", startsWithUser: false, repeatable: ["system", "user"] },
  marksUntrained: false,
  extras: noExtras,
  byteOrderMark: false,
  separators: "escaped",
  suffix: null,
  defaults: { onOverflow: "shard", deduplicate: true, allowMixedPrompts: false },
} satisfies Partial<SftProfile>;

/** Tools as hosted services take them: arguments as text, no content beside calls without text. */
export const hostedTools = {
  definitions: "row",
  argumentsAs: "string",
  emptyContent: "omit",
  textBesideCalls: true,
  resultName: false,
  callIds: "free",
  descriptionRequired: false,
  emptyDescription: "omit",
  replyOrder: "any",
  parallelKey: false,
} satisfies ProfileTools;

/**
 * Tools as chat templates of open models take them: nothing is missing where a template looks, and
 * replies have a name and the place of their call, since few templates show ids.
 */
export const templateTools = {
  ...hostedTools,
  emptyContent: "empty",
  emptyDescription: "empty",
  resultName: true,
  replyOrder: "as-called",
} satisfies ProfileTools;
