import { canonicalJson, type Json } from "@rollouts/core";

/**
 * What stands for a scorer of this package in fingerprints: its name, the number of its rules
 * (raised when the same options give other verdicts), and all its options.
 */
export function builtInVersion(name: string, rules: number, options: Json): string {
  return `@rollouts/scorers ${name} ${rules} ${canonicalJson(options)}`;
}
