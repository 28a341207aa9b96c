import { scriptedModel } from "@rollouts/testing";

/** What a report says, where in the code such a fault sits, and what belongs there. */
const repairs = [
  [/agree to 9 decimal places/, /(?<=entries\.[gs]et\(key)/g, ".toFixed(9)"],
  [/Only the current version/, /version < /g, "version !== "],
  [/Neither case nor composition/, /\.toLowerCase\(\)/g, ".toUpperCase().normalize()"],
  [/offset is cut off/, /\.slice\(0, 19\)/g, ""],
  [/running load is to be shared/, /await load/g, "load"],
] as const;

/**
 * A model that repairs what it has a rule for. With a probability of 1 in 4 it is content with the
 * first place where the fault sits.
 */
export const offlineModel = scriptedModel(
  ({ messages, attempt }) => {
    const question = String(messages.at(-1)?.content);
    const [report = "", ...paragraphs] = question.split("\n\n");
    const code = paragraphs.join("\n\n");
    const repair = repairs.find(([symptom]) => symptom.test(report));
    if (repair === undefined) return JSON.stringify({ code });

    const [, fault, remedy] = repair;
    const isHasty = ((attempt?.seed ?? 0) & 3) === 0;
    const place = isHasty ? new RegExp(fault.source) : fault;
    return JSON.stringify({ code: code.replace(place, remedy) });
  },
  { provider: "offline", modelId: "hasty-repairer" },
);
