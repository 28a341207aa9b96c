import type { JsonObject, Model, ModelRequest } from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { questionOf } from "./question-of.ts";
import { workOut } from "./work-out.ts";

export interface CodeSubmitterOptions {
  /** How often a digit is written down wrong; the default is that of `slipCalculator`. */
  readonly slipRate?: number | undefined;
  readonly modelId?: string | undefined;
}

/**
 * A model that works out the calculation of the question by hand and hands the number in as `code`,
 * through the first tool that it is offered. The code is a number or text, as the parameters of the
 * tool ask for; `source`, if there is one, is `manual`. A sentence of the question that names the
 * tool is not part of the calculation.
 *
 * Its faults: it slips as `slipCalculator` does; 1 time in 8 it states the code without handing it
 * in. After an error of the tool it calculates once more, and gives up after another.
 */
export function codeSubmitter(options: CodeSubmitterOptions = {}): Model {
  const { slipRate, modelId = "code-submitter" } = options;
  return scriptedModel(
    async (request) => {
      const [tool] = request.tools ?? [];
      const replies = request.messages.filter((message) => message.role === "tool");
      if (replies.some(({ isError }) => !isError)) return "The code was accepted.";
      if (tool === undefined || replies.length > 1) return "The code was not accepted.";

      const code = await workOut(calculationIn(request, tool.name), request, { slipRate });
      if ((request.attempt?.seed ?? 0) % 8 === 0) return `The code is ${code}.`;
      const { properties } = tool.parameters as { properties: Record<string, JsonObject> };
      const args = {
        code: properties.code?.type === "integer" ? Number(code) : code,
        ...(properties.source && { source: "manual" }),
      };
      return { toolCalls: [{ name: tool.name, arguments: args }] };
    },
    {
      provider: "offline",
      modelId,
      identity: { policy: { provider: "offline", modelId, slipRate: slipRate ?? null } },
    },
  );
}

function calculationIn(request: ModelRequest, toolName: string): string {
  const sentences = questionOf(request).split(/(?<=\.)\s+/);
  return sentences.filter((sentence) => !sentence.includes(toolName)).join(" ");
}
