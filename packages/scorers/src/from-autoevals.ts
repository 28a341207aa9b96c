import {
  describeThrown,
  describeValue,
  FingerprintError,
  fingerprint,
  functionScorer,
  invalidArgument,
  type Json,
  type Scorer,
  ScorerError,
  unscored,
  type Verdict,
} from "@rollouts/core";
import { checkOptions } from "./check-options.ts";

/** What an autoevals scorer is called with, at least. */
export interface AutoevalsArguments {
  readonly output: unknown;
  readonly expected?: unknown;
}

/** What an autoevals scorer answers. */
export interface AutoevalsScore {
  readonly name: string;
  /** From 0 to 1; `null` when it does not apply. */
  readonly score: number | null;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly error?: unknown;
}

/** A scorer of the autoevals package, or of any package that keeps to its form. */
export type AutoevalsScorer<Arguments extends AutoevalsArguments> = (
  args: Arguments,
) => AutoevalsScore | Promise<AutoevalsScore>;

/** What `fromAutoevals` takes. */
export interface FromAutoevalsOptions {
  /**
   * Stands for the scorer in the fingerprint: the version of autoevals that is installed, and what
   * `partial` fixed. Without it the scorer has no digest, since its source cannot be read or tells
   * nothing.
   */
  readonly version?: string | undefined;
  /** It passes when the score is at least this. From 0 to 1. @defaultValue 0.5 */
  readonly passThreshold?: number | undefined;
  /** Default: the function's own name, else `"autoevals"`. */
  readonly name?: string | undefined;
}

const caller = "fromAutoevals";
const keys = ["version", "passThreshold", "name"];

/**
 * Makes a scorer of one from autoevals, unchanged: it is called with `input`, `output`, and `expected`
 * if the task has it; fix what else it wants with its own `partial`. Its score is the value, its rationale the reason, its
 * metadata the detail.
 *
 * A score of `null` is unscored. What it throws, or gives as `error`, leaves the attempt unscored with
 * that error. A reply that misses the output schema, or refuses, has failed without a call.
 *
 * Those that ask a model call their own client: limits, budget, abort signal and usage of the run do
 * not reach it.
 *
 * @throws InvalidArgumentError when `scorer` is no function, or for options that cannot be used.
 */
export function fromAutoevals<Arguments extends AutoevalsArguments>(
  scorer: AutoevalsScorer<Arguments>,
  options: FromAutoevalsOptions = {},
): Scorer<Arguments["output"], Arguments["expected"]> {
  if (typeof scorer !== "function") {
    throw invalidArgument("scorer", "a function", scorer, { caller });
  }
  checkOptions(options, { caller, keys, example: '{ version: "0.3.0" }' });
  const { version, passThreshold = 0.5 } = options;
  const name = options.name ?? (scorer.name || "autoevals");

  const inner = functionScorer<Arguments["output"], Arguments["expected"]>(
    async ({ output }, expected, { task }) => {
      // A key without a value would take the place of what `partial` fixed.
      const known = expected === undefined ? {} : { expected };
      const args = { input: task.input, output, ...known } as unknown as Arguments;
      return toVerdict(await scorer(args), name, passThreshold);
    },
    { name, passThreshold, version },
  );
  return {
    ...inner,
    digest() {
      if (version === undefined) throw unpinned(name);
      return fingerprint({ kind: "autoevals", name: scorer.name, version, passThreshold });
    },
  };
}

function toVerdict(found: unknown, name: string, passThreshold: number): Verdict {
  if (typeof found !== "object" || found === null || !("score" in found)) {
    throw broken(name, `gave ${describeValue(found)} in place of { name, score }`);
  }
  const { score, metadata, error } = found as Partial<AutoevalsScore>;
  if (error !== undefined && error !== null) throw broken(name, describeThrown(error), error);
  if (score === null) return unscored(`${name} gave no score`);
  if (typeof score !== "number") throw broken(name, `gave the score ${describeValue(score)}`);
  const rationale = metadata?.rationale;
  return {
    value: score,
    passed: score >= passThreshold,
    ...(typeof rationale === "string" ? { reason: rationale } : {}),
    // Checked where the verdict is read: what JSON cannot carry is left out there.
    ...(metadata === undefined ? {} : { detail: metadata as Json }),
  };
}

function broken(name: string, message: string, cause?: unknown): ScorerError {
  return new ScorerError({ scorer: name, message: `${name}: ${message}`, cause });
}

function unpinned(name: string): FingerprintError {
  return new FingerprintError({
    path: "$.version",
    reason: `the scorer ${describeValue(name)} from autoevals has no version, so it cannot be fingerprinted: its code lies in a package. Give fromAutoevals a version, such as that of the package.`,
  });
}
