import { questionOf, workOut } from "@examples/models";
import { scriptedModel } from "@rollouts/testing";

/**
 * A model that calculates by hand, also questions of two parts: "Part 1: ... Part 2: ...", whose
 * results it adds. Its fault is that of `slipCalculator`: it writes a wrong digit now and then.
 */
export const twoPartCalculator = scriptedModel(
  async (request) => {
    const parts = questionOf(request)
      .split(/Part \d: |Add the results of both parts\./)
      .filter((part) => part.trim() !== "");
    const results = await Promise.all(parts.map((text, part) => workOut(text, request, { part })));
    const value =
      results.length < 2 ? results[0] : await workOut(results.join(" + "), request, { part: 2 });
    return `{"value":${value}}`;
  },
  { provider: "offline", modelId: "two-part-calculator" },
);
