import type { Model } from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { questionOf } from "./question-of.ts";
import { workOut } from "./work-out.ts";

/**
 * A model that calculates by hand and has a limit to what it may write. It answers `{ value }`.
 *
 * Its faults: it slips as `slipCalculator` does; and 1 time in 4 it doubts the result of a long
 * question, starts again, and is cut off before it answers. Such an attempt has no verdict.
 */
export function cutOffCalculator(): Model {
  return scriptedModel(
    async (request) => {
      const question = questionOf(request);
      const value = await workOut(question, request);
      const doubts = question.length > 100 && (request.attempt?.seed ?? 0) % 4 === 0;
      return doubts
        ? {
            text: `That makes ${value}. Is it right? Once more from the start:`,
            finishReason: "length",
          }
        : `{"value":${value}}`;
    },
    { provider: "offline", modelId: "cut-off-calculator" },
  );
}
