import { type PreferenceProfileName, validatePreference } from "@rollouts/export-preference";
import { type SftProfileName, type SftValidation, validateSft } from "@rollouts/export-sft";
import { toPrintableJson } from "@rollouts/report";
import type { ExportKind } from "../export/export-options.ts";
import { asUnreadable } from "../load/as-unreadable.ts";
import { exitCode } from "../process/exit-code.ts";
import type { CommandContext } from "./command-context.ts";

/** The options of `rollouts validate`. */
export interface ValidateCommandOptions {
  /** Default `sft`. */
  readonly kind?: ExportKind | undefined;
  readonly profile?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Checks a training file against a profile and its manifest, and prints what is wrong. */
export async function validateCommand(
  path: string,
  options: ValidateCommandOptions,
  { output }: CommandContext,
): Promise<number> {
  const found = await validate(path, options).catch(asUnreadable);
  await output.out(options.json ? toPrintableJson(found) : renderValidation(found));
  return found.valid ? exitCode.good : exitCode.gateFailed;
}

function validate(
  path: string,
  { kind = "sft", profile }: ValidateCommandOptions,
): Promise<SftValidation> {
  // A name that is none is refused where all names are known.
  if (kind === "sft") return validateSft(path, { profile: profile as SftProfileName | undefined });
  return validatePreference(path, { kind, profile: profile as PreferenceProfileName | undefined });
}

function renderValidation({ valid, profile, rows, manifest, problems }: SftValidation): string {
  const size = rows === null ? "" : `, ${rows} ${rows === 1 ? "row" : "rows"}`;
  const verdict = valid ? "valid" : "not valid";
  return [
    `${verdict} for profile ${profile}${size}, manifest: ${manifest}`,
    ...problems.map(({ problem }) => `  ${problem}`),
  ].join("\n");
}
