import type { AnsweredRun, CompletedRun } from "./agent-run.ts";
import { invalidArgument } from "./checks/invalid-argument.ts";
import { isClass } from "./checks/is-class.ts";
import { refuseUnknownKeys } from "./checks/refuse-unknown-keys.ts";
import { fingerprint } from "./fingerprints/fingerprint.ts";
import { sourceText } from "./fingerprints/source-text.ts";
import type { Score, Verdict } from "./score.ts";
import type { ScoreFunction, Scorer } from "./scorer.ts";

/** What `functionScorer` takes. */
export interface FunctionScorerOptions {
  /** Default: the function's own name, else `"score"`. */
  readonly name?: string | undefined;
  /**
   * Stands for the function in the fingerprint, in place of its source text. Change it when the
   * verdicts change. Set it when a bundler or minifier rewrites the source, or when the function
   * relies on values that its text does not show.
   */
  readonly version?: string | undefined;
  /** A number passes when it is at least this. From 0 to 1. @defaultValue 0.5 */
  readonly passThreshold?: number | undefined;
}

const caller = "code scorer";

/**
 * Makes a scorer of a function.
 *
 * The function may answer `true` or `false`, a number from 0 to 1, a `Score`, or `null` or
 * `unscored(reason)` when it cannot tell. A reply that misses the output schema, or refuses, has
 * failed without the function being called.
 *
 * @throws InvalidArgumentError when `fn` is no function, for an option of the wrong kind, or when
 * `passThreshold` is not from 0 to 1.
 */
export function functionScorer<Output, Expected>(
  fn: ScoreFunction<Output, Expected>,
  options: FunctionScorerOptions = {},
): Scorer<Output, Expected> {
  if (typeof fn !== "function" || isClass(fn)) {
    throw invalidArgument("fn", "a function (run, expected) => verdict", fn, { caller });
  }
  refuseUnknownKeys(options, ["name", "version", "passThreshold"], caller);
  const { passThreshold = 0.5, version, name = fn.name || "score" } = options;
  if (typeof name !== "string") throw invalidArgument("name", "a string", name, { caller });
  if (version !== undefined && typeof version !== "string") {
    throw invalidArgument("version", "a string", version, { caller });
  }
  if (typeof passThreshold !== "number" || !(passThreshold >= 0 && passThreshold <= 1)) {
    throw invalidArgument("passThreshold", "from 0 to 1", passThreshold, { caller });
  }
  return {
    specVersion: "v1",
    name,
    score(run, expected, context) {
      const reason = whyUnanswered(run);
      if (reason !== null) return { value: 0, passed: false, reason };
      const verdict = fn(run as AnsweredRun<Output>, expected, context);
      return isThenable(verdict)
        ? Promise.resolve(verdict).then((settled) => applyThreshold(settled, passThreshold))
        : applyThreshold(verdict, passThreshold);
    },
    digest() {
      const code =
        version === undefined
          ? { source: sourceText(fn, "Give the scorer a version.") }
          : { version };
      return fingerprint({ kind: "function", ...code, passThreshold });
    },
  };
}

function whyUnanswered(run: CompletedRun): string | null {
  // An empty refusal is none; runs that were folded have no such thing, but others may.
  if (run.refusal) return `refused: ${run.refusal}`;
  if (typeof run.outputError === "string") return run.outputError;
  return run.output === undefined ? "the run has no output" : null;
}

function applyThreshold(verdict: Verdict, passThreshold: number): Verdict {
  if (typeof verdict !== "number" || !(verdict >= 0 && verdict <= 1)) return verdict;
  return { value: verdict, passed: verdict >= passThreshold } satisfies Score;
}

function isThenable(value: Verdict | Promise<Verdict>): value is Promise<Verdict> {
  return typeof value === "object" && value !== null && "then" in value;
}
