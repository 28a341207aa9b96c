import { type Message, untilAborted } from "@rollouts/core";
import type { AgentPlan } from "./agent-plan.ts";
import type { RunScope } from "./run-scope.ts";

/**
 * The messages that a run begins with: one system message of the instructions and of what the
 * features have to say, then earlier runs, then the task's own.
 */
export async function resolvePrompt(plan: AgentPlan, scope: RunScope): Promise<readonly Message[]> {
  const { input, context } = scope;
  const blocks = plan.instructions === undefined ? [] : [plan.instructions];
  const earlier: Message[] = [];
  for (const { describe, recall } of plan.features) {
    const block = describe && (await untilAborted(describe(scope), context.signal));
    if (block !== undefined) blocks.push(block);
    if (recall) earlier.push(...(await untilAborted(recall(scope), context.signal)));
  }
  const system: readonly Message[] =
    blocks.length === 0 ? [] : [{ role: "system", content: blocks.join("\n\n") }];
  const own: readonly Message[] =
    typeof input === "string" ? [{ role: "user", content: input }] : input;
  return [...system, ...earlier, ...own];
}
