import type { FileRules } from "@rollouts/export-sft/rows";
import type { FoundProfile } from "../profiles/find-profile.ts";
import type { DatasetKind } from "../profiles/preference-profile.ts";
import { checkPair } from "../rows/check-pair.ts";
import { checkKtoRow, ktoRowKeys } from "../rows/kto-row.ts";
import { checkPromptRow } from "../rows/prompt-row.ts";

/** What a file of pairs must be. */
export function pairRules(found: FoundProfile<"pairs">): FileRules {
  const { form } = found;
  const { rowKeys } = form.format;
  return { ...fileOf(found), rowKeys, checkRow: (row) => checkPair(row, form) };
}

/** What a file of labelled answers must be. */
export function ktoRules(found: FoundProfile<"kto">): FileRules {
  const { form } = found;
  return { ...fileOf(found), rowKeys: ktoRowKeys, checkRow: (row) => checkKtoRow(row, form) };
}

/** What a file of prompts must be. */
export function promptRules(found: FoundProfile<"prompts">): FileRules {
  const { form } = found;
  return { ...fileOf(found), rowKeys: null, checkRow: (row) => checkPromptRow(row, form) };
}

function fileOf({
  profile,
  form,
}: FoundProfile<DatasetKind>): Omit<FileRules, "rowKeys" | "checkRow"> {
  const { limits, byteOrderMark, separators, suffix } = form.conversation;
  return { name: profile.name, limits, byteOrderMark, separators, suffix };
}
