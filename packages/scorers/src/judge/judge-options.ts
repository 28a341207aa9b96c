import { checkModel, InvalidArgumentError, invalidArgument, type Model } from "@rollouts/core";
import { checkOptions } from "../check-options.ts";

/** What `judgeScorer` takes. */
export interface JudgeScorerOptions {
  /** The judge. There is no default: who judges is always a choice that one can see. */
  readonly model: Model;
  /** What a good output is, in the judge's own language. Stands at the head of the prompt. */
  readonly criteria: string;
  /**
   * `"binary"`: the judge says pass or fail. `"numeric"`: it gives a whole number from 1 to 10.
   * @defaultValue "binary"
   */
  readonly mode?: "binary" | "numeric" | undefined;
  /** The least number that passes, from 1 to 10. Only `"numeric"` reads it. @defaultValue 7 */
  readonly threshold?: number | undefined;
  /**
   * How many votes the judge casts. More than half of them decide; odd numbers cannot end in a tie.
   * @defaultValue 1
   */
  readonly samples?: number | undefined;
  /**
   * Where the judge answers: in structured output, or in the arguments of a tool that it must call,
   * for models that have no structured output.
   * @defaultValue "output"
   */
  readonly answer?: "output" | "tool" | undefined;
  /**
   * How long input, reference and output may be, each, in UTF-16 code units. What is longer loses
   * its middle, and the judge is told so.
   * @defaultValue 60_000
   */
  readonly maxCharacters?: number | undefined;
  /** Stands in error messages. @defaultValue "judge" */
  readonly name?: string | undefined;
}

/** The options with their defaults. */
export type JudgeSettings = {
  readonly [Key in keyof JudgeScorerOptions]-?: NonNullable<JudgeScorerOptions[Key]>;
};

const caller = "judgeScorer";
const keys = [
  "model",
  "criteria",
  "mode",
  "threshold",
  "samples",
  "answer",
  "maxCharacters",
  "name",
] as const satisfies readonly (keyof JudgeScorerOptions)[];

/**
 * Checks the options and fills in the defaults.
 *
 * @throws InvalidArgumentError that names the option, or UnsupportedSpecVersionError for the model.
 */
export function readJudgeOptions(options: JudgeScorerOptions): JudgeSettings {
  checkOptions(options, { caller, keys, example: '{ model, criteria: "It is polite." }' });
  const { model, criteria, mode = "binary", threshold = 7, samples = 1 } = options;
  const { answer = "output", maxCharacters = 60_000, name = "judge" } = options;
  checkModel(model, `${caller}: model`);
  checkCriteria(criteria);
  if (mode !== "binary" && mode !== "numeric") {
    throw invalidArgument("mode", `"binary" or "numeric"`, mode, { caller });
  }
  if (typeof threshold !== "number" || !(threshold >= 1 && threshold <= 10)) {
    throw invalidArgument("threshold", "a number from 1 to 10", threshold, { caller });
  }
  if (!Number.isSafeInteger(samples) || samples < 1) {
    throw invalidArgument("samples", "a whole number from 1", samples, { caller });
  }
  if (answer !== "output" && answer !== "tool") {
    throw invalidArgument("answer", `"output" or "tool"`, answer, { caller });
  }
  if (!Number.isSafeInteger(maxCharacters) || maxCharacters < 1) {
    throw invalidArgument("maxCharacters", "a whole number from 1", maxCharacters, { caller });
  }
  return { model, criteria, mode, threshold, samples, answer, maxCharacters, name };
}

/** A rubric that was never loaded, or an object glued into a string, would be judged by in silence. */
function checkCriteria(criteria: unknown): void {
  if (typeof criteria !== "string" || criteria.trim() === "") {
    throw invalidArgument("criteria", "a text that is not blank", criteria, { caller });
  }
  const isObject = criteria.includes("[object Object]");
  if (isObject || fileName.test(criteria.trim())) {
    throw new InvalidArgumentError({
      argument: "criteria",
      message: `${caller}: criteria must be the text of the criteria itself; it holds ${
        isObject ? "an object that was made a string" : "a file name or an address"
      }. Read the file, or write the object as text, first.`,
    });
  }
}

/** A file's URL, or one word that is a URL, or ends as files of text do. */
const fileName =
  /^(?:file:\/\/.*|[a-z][a-z0-9+.-]*:\/\/\S*|\S+\.(?:md|mdx|markdown|txt|text|prompt|html?|xml|json|jsonl|ya?ml|toml|csv))$/is;
