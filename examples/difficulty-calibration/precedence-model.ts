import { questionOf } from "@examples/models";
import { scriptedModel } from "@rollouts/testing";

const operations: Record<string, (a: number, b: number) => number> = {
  plus: (a, b) => a + b,
  minus: (a, b) => a - b,
  times: (a, b) => a * b,
  "divided by": (a, b) => a / b,
};
const ranks = [
  ["times", "divided by"],
  ["plus", "minus"],
];

/**
 * A model that works out "12 plus 5 times 4"; "that" is the result of the sentence before. Its fault:
 * 1 time in 3 it takes plus and minus before times and divided by.
 */
export const precedenceModel = scriptedModel(
  (request) => {
    const isHasty = (request.attempt?.seed ?? 0) % 3 === 0;
    let that = Number.NaN;
    for (const sentence of questionOf(request).split("?")) {
      const words = sentence.match(/\d+|that|plus|minus|times|divided by/g);
      if (words) that = workOut(words, { that, order: isHasty ? ranks.toReversed() : ranks });
    }
    return `{"value":${that}}`;
  },
  { provider: "offline", modelId: "hasty-reader" },
);

/** Numbers and operators in turn; the operators of the first rank are used up first, from the left. */
function workOut(words: readonly string[], { that, order }: { that: number; order: string[][] }) {
  const numbers = words
    .filter((word) => operations[word] === undefined)
    .map((word) => (word === "that" ? that : Number(word)));
  const operators = words.filter((word) => operations[word] !== undefined);
  for (const rank of order) {
    for (let place = 0; place < operators.length; ) {
      const [a = Number.NaN, b = Number.NaN] = numbers.slice(place, place + 2);
      const operation = rank.includes(operators[place] ?? "") && operations[operators[place] ?? ""];
      if (!operation) place += 1;
      else {
        numbers.splice(place, 2, operation(a, b));
        operators.splice(place, 1);
      }
    }
  }
  return numbers[0] ?? Number.NaN;
}
