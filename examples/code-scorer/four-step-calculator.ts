import { questionOf, workOut, workOutRemainder } from "@examples/models";
import { scriptedModel } from "@rollouts/testing";

/**
 * A model that shows its steps: the product, its digit sum, its remainder, and the value from these.
 * Its fault is that of `slipCalculator`: a wrong digit now and then. A slip in the product spoils all
 * that follows, one in the last step nothing else.
 */
export const fourStepCalculator = scriptedModel(
  async (request) => {
    const [a, b, multiplier, modulus] = questionOf(request).match(/\d+/g) ?? [];
    const step = (calculation: string, part: number) => workOut(calculation, request, { part });

    const product = await step(`${a} * ${b}`, 0);
    const digitSum = await step(`${product} + 0, add its digits`, 1);
    const remainder = await workOutRemainder(product, `${modulus}`, request, { part: 2 });
    const value = await step(`${digitSum} * ${multiplier}, subtract ${remainder}`, 3);
    return `{"product":"${product}","digitSum":${digitSum},"remainder":${remainder},"value":${value}}`;
  },
  { provider: "offline", modelId: "four-step-calculator" },
);
