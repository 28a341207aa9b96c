import { isPlainObject, toSafeLine } from "@rollouts/core";

const maxLength = 300;

/** One warning of a model: what it is about, if it says so, and what it says. */
export interface StatedWarning {
  /** A member of the call's options that had no effect. */
  readonly ignored: string | undefined;
  readonly text: string;
}

/** Reads the warnings of any version. */
export function readWarnings(warnings: unknown): readonly StatedWarning[] {
  return Array.isArray(warnings) ? warnings.filter(isPlainObject).map(toWarning) : [];
}

function toWarning(warning: Record<string, unknown>): StatedWarning {
  const { type, setting, feature, tool, details, message } = warning;
  const subject = toText(feature) ?? toText(setting) ?? toText(isPlainObject(tool) && tool.name);
  const words = toText(message) ?? toText(details);
  const isIgnored = type === "unsupported" || type === "unsupported-setting";
  const said = [type, subject, words].filter((part) => typeof part === "string").join(": ");
  const ignored = type === "unsupported-tool" ? "tools" : isIgnored ? subject : undefined;
  return { ignored, text: toSafeLine(said.slice(0, maxLength)) };
}

function toText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
