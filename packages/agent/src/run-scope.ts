import {
  type AttemptContext,
  type Model,
  type ModelRequest,
  type ModelRequestAttempt,
  type ModelResponse,
  type TaskInput,
  type UsageEvent,
  untilAborted,
} from "@rollouts/core";
import { behindGate } from "./behind-gate.ts";
import { generateChecked } from "./model-call.ts";

/** One run, as the features of the agent see it. */
export interface RunScope {
  readonly input: TaskInput;
  readonly context: AttemptContext;
  /** The model that answers for the agent, with its fallbacks behind it. */
  readonly model: Model;
  /** Numbers the next model call. */
  nextAttempt(): ModelRequestAttempt;
  /** Makes a model call beside the conversation. */
  ask(model: Model, question: SideQuestion): Promise<ModelResponse>;
  /** What calls beside the conversation consumed since this was last asked. */
  takeUsage(): readonly UsageEvent[];
}

/** What is asked beside the conversation. */
export type SideQuestion = Pick<ModelRequest, "messages" | "output">;

/** Makes the scope of one run. */
export function createRunScope(input: TaskInput, context: AttemptContext, model: Model): RunScope {
  const { taskId, attemptIndex, seed, signal } = context;
  let turn = 0;
  let untold: UsageEvent[] = [];
  const nextAttempt = () => ({ taskId, attemptIndex, turn: turn++, seed });
  return {
    input,
    context,
    model,
    nextAttempt,
    async ask(asked, question) {
      const request = { ...question, signal, attempt: nextAttempt() };
      // The agent's own model, with those that stand in for it, is behind the gate already.
      const gated = asked === model ? model : behindGate(asked, context);
      const response = await untilAborted(generateChecked(gated, request), signal);
      untold.push({ type: "usage", usage: response.usage ?? {}, served: response.served });
      return response;
    },
    takeUsage() {
      const taken = untold;
      untold = [];
      return taken;
    },
  };
}
