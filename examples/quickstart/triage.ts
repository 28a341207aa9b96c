import { questionOf } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import type { Model } from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { z } from "zod";

const signs = {
  billing: /charged|refund|invoice/i,
  account_access: /locked out|password/i,
  bug: /crash|broken|slow/i,
  feature_request: /would like|could you add/i,
};
export const queue = z.enum(["billing", "account_access", "bug", "feature_request"]);

/**
 * A model that triages by words, the most urgent queue first. Its fault: in `hasty` of 8 attempts it
 * takes what the customer mentions first.
 */
export function triageModel(modelId: string, { hasty }: { readonly hasty: number }): Model {
  const policy = { provider: "offline", modelId, hasty };
  return scriptedModel(
    (request) => {
      const found = Object.entries(signs)
        .map(([name, sign]) => ({ name, place: questionOf(request).search(sign) }))
        .filter(({ place }) => place >= 0);
      const isHasty = (request.attempt?.seed ?? 0) % 8 < hasty;
      const [first] = isHasty ? found.toSorted((a, b) => a.place - b.place) : found;
      return JSON.stringify({ queue: first?.name ?? "feature_request" });
    },
    { provider: "offline", modelId, identity: { policy } },
  );
}

export const triageAgent = defineAgent({
  model: triageModel("careful-triage", { hasty: 2 }),
  instructions:
    "Name the queue of the ticket. Of several, the most urgent counts: billing, account_access, bug, feature_request.",
  outputSchema: z.object({ queue }),
});
