import { types } from "node:util";
import { type AnsweredRun, functionScorer, invalidArgument, type Scorer } from "@rollouts/core";
import { builtInVersion } from "./built-in-version.ts";
import { checkOptions } from "./check-options.ts";
import { answerText } from "./text/answer-text.ts";
import { clipLine } from "./text/clip-line.ts";

/** What `matches` takes. */
export interface MatchesOptions {
  /** @defaultValue "matches" */
  readonly name?: string | undefined;
}

const caller = "matches";
const maxShown = 80;

/**
 * Passes when the regular expression matches somewhere in the answer.
 *
 * It searches the output, or what the model wrote when the output is no text. Anchor it (`/^yes$/`)
 * to match all of the answer; set the flag `s` if `.` shall match line breaks. Every attempt is
 * searched from the start, whatever `lastIndex` says. The flags are in the digest.
 *
 * An expression that backtracks without end, such as `/(a+)+$/`, blocks the whole process on an
 * answer that is made for it; no time limit can stop it. Keep quantifiers from nesting.
 *
 * @throws InvalidArgumentError when `regex` is none, or for options that cannot be used.
 */
export function matches(regex: RegExp, options: MatchesOptions = {}): Scorer<unknown, unknown> {
  if (!types.isRegExp(regex)) {
    throw invalidArgument("regex", "an expression like /yes/", regex, { caller });
  }
  checkOptions(options, { caller, keys: ["name"], example: '{ name: "polite" }' });
  const { name = caller } = options;
  const { source, flags } = regex;
  // A copy, since the caller's own may be in use elsewhere, and remembers where it stopped.
  const own = new RegExp(source, flags);

  function score(run: AnsweredRun) {
    own.lastIndex = 0;
    if (own.test(answerText(name, run))) return true;
    return {
      value: 0,
      passed: false,
      reason: `no match for /${clipLine(source, maxShown)}/${flags}`,
    };
  }

  return functionScorer(score, { name, version: builtInVersion(caller, 1, { source, flags }) });
}
