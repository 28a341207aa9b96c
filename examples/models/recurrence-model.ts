import type { Model } from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { questionOf } from "./question-of.ts";
import { workOut } from "./work-out.ts";

export interface RecurrenceModelOptions {
  /** How often a round goes wrong. @defaultValue 0.05 */
  readonly slipRate?: number | undefined;
  readonly modelId?: string | undefined;
}

/**
 * A model that follows a recurrence by hand: from 271828 on, it squares the number, adds 97 times the
 * round and 31, and takes the remainder modulo 10000019. It reads how often in the question, which
 * says `from 1 to 8`, say; any other calculation it works out as `slipCalculator` does. It answers
 * `{ value }` when JSON is asked for.
 *
 * Its fault: it writes the number of a round one too high with probability `slipRate`, so that of
 * eight rounds about a third of the attempts go wrong. The attempt's seed decides where.
 */
export function recurrenceModel(options: RecurrenceModelOptions = {}): Model {
  const { slipRate = 0.05, modelId = "recurrence-by-hand" } = options;
  return scriptedModel(
    async (request) => {
      const question = questionOf(request);
      const [, rounds] = /from 1 to (\d+)/.exec(question) ?? [];
      const value =
        rounds === undefined
          ? await workOut(question, request)
          : follow(Number(rounds), (round) => draw(request.attempt?.seed ?? 0, round) < slipRate);
      return request.output ? `{"value":${value}}` : String(value);
    },
    {
      provider: "offline",
      modelId,
      identity: { policy: { provider: "offline", modelId, slipRate } },
    },
  );
}

function follow(rounds: number, slips: (round: number) => boolean): number {
  let value = 271828;
  for (let round = 1; round <= rounds; round += 1) {
    value = (value * value + 97 * round + 31) % 10000019;
    if (slips(round)) value += 1;
  }
  return value;
}

/** A number from 0 to 1 for each round of an attempt. */
function draw(seed: number, round: number): number {
  const mixed = Math.imul(seed ^ Math.imul(round, 0x9e3779b9), 0x85ebca6b);
  return (Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 0) / 2 ** 32;
}
