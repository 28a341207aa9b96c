import { questionOf, workOut } from "@examples/models";
import { scriptedModel } from "@rollouts/testing";

/**
 * A model that calculates by hand and heeds its instructions. Its fault: it slips in 1 digit of 1200,
 * but only in 1 of 4000 when it is told to check its work or has to show its reasoning.
 */
export const offlineModel = scriptedModel(
  async (request) => {
    const showsReasoning = JSON.stringify(request.output?.schema).includes('"reasoning"');
    const isTold = String(request.messages[0]?.content).includes("check");
    const slipRate = isTold || showsReasoning ? 1 / 4000 : 1 / 1200;
    const value = Number(await workOut(questionOf(request), request, { slipRate }));
    return JSON.stringify({
      ...(showsReasoning && { reasoning: "Long multiplication, each row added to the last." }),
      value,
    });
  },
  { provider: "offline", modelId: "heeding-calculator" },
);
