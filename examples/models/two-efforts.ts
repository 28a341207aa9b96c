import type { Model } from "@rollouts/core";
import { slipCalculator } from "@rollouts/testing";
import { chosenModel } from "./chosen-model.ts";

interface TwoEfforts {
  readonly low: Model;
  readonly high: Model;
}

/**
 * One model with low and with high reasoning effort. With `--model openai:<id>` it is that model at
 * both settings. Offline two simulated models stand for the settings: the hasty one slips four times
 * as often as the careful one.
 */
export function twoEfforts(offline: TwoEfforts = calculators()): TwoEfforts {
  return {
    low: chosenModel({ reasoningEffort: "low" }) ?? offline.low,
    high: chosenModel({ reasoningEffort: "high" }) ?? offline.high,
  };
}

function calculators(): TwoEfforts {
  return {
    low: slipCalculator({ modelId: "hasty", slipRate: 0.0008 }),
    high: slipCalculator({ modelId: "careful", slipRate: 0.0002 }),
  };
}
