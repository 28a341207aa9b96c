import { invalidArgument } from "@rollouts/core";

/** What is taken for equal when texts are compared. All of it is off by default. */
export interface TextOptions {
  /** White space at both ends does not count. @defaultValue false */
  readonly trim?: boolean | undefined;
  /** Any run of white space, line breaks included, counts as one space. @defaultValue false */
  readonly collapseWhitespace?: boolean | undefined;
  /** Upper and lower case count as one, by the rules of no language. @defaultValue false */
  readonly ignoreCase?: boolean | undefined;
  /** Both sides are brought into this Unicode form. @defaultValue none */
  readonly unicodeForm?: "NFC" | "NFD" | "NFKC" | "NFKD" | undefined;
}

export const textOptionKeys = ["trim", "collapseWhitespace", "ignoreCase", "unicodeForm"] as const;

const unicodeForms: readonly unknown[] = ["NFC", "NFD", "NFKC", "NFKD"];

/**
 * Checks the options of the scorer that `caller` names, and gives them without what is off, as they
 * enter the digest.
 */
export function readTextOptions(options: TextOptions, caller: string): TextOptions {
  for (const key of ["trim", "collapseWhitespace", "ignoreCase"] as const) {
    const flag: unknown = options[key];
    if (flag !== undefined && typeof flag !== "boolean") {
      throw invalidArgument(key, "true or false", flag, { caller });
    }
  }
  const { trim, collapseWhitespace, ignoreCase, unicodeForm } = options;
  if (unicodeForm !== undefined && !unicodeForms.includes(unicodeForm)) {
    throw invalidArgument("unicodeForm", "NFC, NFD, NFKC or NFKD", unicodeForm, { caller });
  }
  return {
    ...(trim ? { trim } : {}),
    ...(collapseWhitespace ? { collapseWhitespace } : {}),
    ...(ignoreCase ? { ignoreCase } : {}),
    ...(unicodeForm === undefined ? {} : { unicodeForm }),
  };
}

/** The Unicode form first, since it may make spaces and letters of other characters. */
export function normalizeText(text: string, options: TextOptions): string {
  let normal = options.unicodeForm === undefined ? text : text.normalize(options.unicodeForm);
  if (options.ignoreCase) normal = normal.toLowerCase();
  if (options.collapseWhitespace) normal = normal.replace(/\s+/g, " ");
  return options.trim ? normal.trim() : normal;
}
