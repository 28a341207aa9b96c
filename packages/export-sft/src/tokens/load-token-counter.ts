import { RolloutsError } from "@rollouts/core";
import { splitLongRuns } from "./split-long-runs.ts";

/** Counts the tokens of a text. */
export type TokenCounter = (text: string) => number;

/**
 * Loads `gpt-tokenizer`, which takes 70 MB, with the encoding o200k_base. Text such as
 * `<|endoftext|>` counts as the text it is, and no text takes more than linear time.
 *
 * @throws RolloutsError with the code `missing_dependency` when it is not installed.
 */
export async function loadTokenCounter(): Promise<TokenCounter> {
  const { countTokens } = await load();
  const asText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
  return (text) => {
    let count = 0;
    for (const piece of splitLongRuns(text)) count += countTokens(piece, asText);
    return count;
  };
}

async function load(): Promise<typeof import("gpt-tokenizer/encoding/o200k_base")> {
  try {
    return await import("gpt-tokenizer/encoding/o200k_base");
  } catch (cause) {
    throw new RolloutsError({
      code: "missing_dependency",
      message: "countTokens needs the package gpt-tokenizer: npm install gpt-tokenizer.",
      cause,
    });
  }
}
