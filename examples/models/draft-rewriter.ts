import { scriptedModel } from "@rollouts/testing";
import { questionOf } from "./question-of.ts";
import { rudeWords } from "./rude-words.ts";

/**
 * A model that makes a rude draft polite: it drops the sentences with rude words and begins with an
 * apology. Its faults: 1 time in 4 it also drops the last of the other sentences, with the facts in
 * it, and 1 time in 5 it leaves the rude ones in.
 */
export const draftRewriter = scriptedModel(
  (request) => {
    const seed = request.attempt?.seed ?? 0;
    const sentences = questionOf(request).split(/(?<=[.!])\s+/);
    const polite = sentences.filter((sentence) => !rudeWords.test(sentence));
    const last = polite.at(-1);
    const kept = sentences.filter(
      (sentence) =>
        (seed % 5 === 0 || polite.includes(sentence)) && !(seed % 4 === 0 && sentence === last),
    );
    return ["We are sorry for the trouble.", ...kept].join(" ");
  },
  { provider: "offline", modelId: "draft-rewriter" },
);
