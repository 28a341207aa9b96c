import { scriptedModel } from "@rollouts/testing";
import { questionOf } from "./question-of.ts";
import { rudeWords } from "./rude-words.ts";

/** Amounts, orders, dates, shares, spans of days, long numbers. */
const factPattern = /\$\d+(\.\d\d)?|A-\d{4}|\d{4}-\d\d-\d\d|\d+%|\d+-\d+ days|\d{6,}/g;

/**
 * A model that judges a text by what can be counted: the facts of the reference, or of the input when
 * there is none, must be in it, rude words must not, and it may not be longer than the criteria say
 * ("under 40 words"). Of 10 points, a fact costs 2, rudeness 3, length 2; all of them pass.
 *
 * Its fault: it does not understand a word. What the criteria ask for besides, it takes for given.
 */
export const factJudge = scriptedModel(
  (request) => {
    const prompt = questionOf(request);
    const output = block(prompt, "output") ?? "";
    const facts = (block(prompt, "reference") ?? block(prompt, "input") ?? "").match(factPattern);
    const missing = [...new Set(facts)].filter((fact) => !output.includes(fact));
    const [, limit = Number.POSITIVE_INFINITY] = /under (\d+) words/.exec(prompt) ?? [];
    const isLong = output.split(/\s+/).length >= Number(limit);
    const isRude = rudeWords.test(output);

    const score = Math.max(1, 10 - 2 * missing.length - (isRude ? 3 : 0) - (isLong ? 2 : 0));
    const faults = [
      ...missing.map((fact) => `${fact} is missing`),
      ...(isRude ? ["it is rude"] : []),
      ...(isLong ? ["it is too long"] : []),
    ];
    const reason = faults.join(", ") || "every fact is there";
    const isNumeric = JSON.stringify(request.output?.schema).includes('"score"');
    return JSON.stringify(
      isNumeric ? { reason, score } : { reason, verdict: score === 10 ? "pass" : "fail" },
    );
  },
  { provider: "offline", modelId: "fact-judge" },
);

/** What stands between the tags of a block, without the note at its top. */
function block(prompt: string, name: string): string | undefined {
  return new RegExp(`<${name}-[0-9a-f]+>\n.*\n([^]*?)\n</${name}-`).exec(prompt)?.[1];
}
