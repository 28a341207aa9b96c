import type { ResultSource } from "@rollouts/core";
import {
  type KtoReport,
  type PreferenceReport,
  type PromptsReport,
  preferenceProfiles,
  toKtoJsonl,
  toPreferenceJsonl,
  toPromptsJsonl,
} from "./index.ts";

declare const source: ResultSource;

// Options may be undefined, whatever the compiler is told of optional members.
const pairs: Promise<PreferenceReport> = toPreferenceJsonl(source, "a.jsonl", {
  profile: { ...preferenceProfiles.trl, name: "mine" },
  method: "matched",
  maxPairsPerTask: undefined,
  redact: async (conversation) => conversation,
});
const kto: Promise<KtoReport> = toKtoJsonl(source, "a.jsonl");
const prompts: Promise<PromptsReport> = toPromptsJsonl(source, "a.jsonl", {
  fields: ({ id, expected }) => ({ id, answer: String(expected), note: undefined }),
});
void pairs;
void kto;
void prompts;

// @ts-expect-error there is no such profile
void toPreferenceJsonl(source, "a.jsonl", { profile: "portable" });
// @ts-expect-error there is no such method
void toPreferenceJsonl(source, "a.jsonl", { method: "random" });
// @ts-expect-error a date is not JSON
void toPromptsJsonl(source, "a.jsonl", { fields: () => ({ at: new Date(0) }) });
