import {
  type Agent,
  type AgentRun,
  type AttemptContext,
  defineEnvironment,
  type Model,
  type TaskInput,
  type Tool,
} from "@rollouts/core";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import { type AgentDefinition, defineAgent, runAgent, sessionStateKey, tool } from "./index.ts";

declare const model: Model;

test("the output schema types the output", () => {
  const agent = defineAgent({ model, outputSchema: z.object({ value: z.int() }) });
  expectTypeOf(agent).toEqualTypeOf<Agent<{ value: number }>>();
  expectTypeOf(runAgent(agent, "q").then((run) => run.output)).toEqualTypeOf<
    Promise<{ value: number } | undefined>
  >();
});

test("a union schema types the output as the union", () => {
  const outputSchema = z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("answer"), value: z.number() }),
    z.object({ kind: z.literal("unknown") }),
  ]);
  expectTypeOf(defineAgent({ model, outputSchema })).toEqualTypeOf<
    Agent<{ kind: "answer"; value: number } | { kind: "unknown" }>
  >();
});

test("what the schema gives back is the output, not what the model writes", () => {
  const outputSchema = z.object({ size: z.string().transform((text) => text.length) });
  expectTypeOf(defineAgent({ model, outputSchema })).toEqualTypeOf<Agent<{ size: number }>>();
});

test("without an output schema the output is text, whatever is expected of it", () => {
  expectTypeOf(defineAgent({ model })).toEqualTypeOf<Agent<string>>();
  expectTypeOf(defineAgent({ model, outputSchema: undefined })).toEqualTypeOf<Agent<string>>();
  // @ts-expect-error An agent without a schema gives text, not numbers.
  const wrong: Agent<number> = defineAgent({ model });
  expectTypeOf(wrong).toEqualTypeOf<Agent<number>>();
});

test("an environment knows the output of the agent written in it", () => {
  defineEnvironment({
    name: "typed",
    agent: defineAgent({ model, outputSchema: z.object({ value: z.int() }) }),
    tasks: [{ input: "q", expected: 42 }],
    scorer(run, expected) {
      expectTypeOf(run.output).toEqualTypeOf<{ value: number }>();
      expectTypeOf(expected).toEqualTypeOf<number>();
      return run.output.value === expected;
    },
  });
  defineEnvironment({
    name: "text",
    agent: () => defineAgent({ model }),
    tasks: [{ input: "q", expected: "a" }],
    scorer(run) {
      expectTypeOf(run.output).toEqualTypeOf<string>();
      return run.output === "a";
    },
  });
});

test("an agent of any output is an agent of unknown output", () => {
  expectTypeOf<Agent<{ value: number }>>().toExtend<Agent<unknown>>();
  expectTypeOf(defineAgent({ model, outputSchema: z.object({ value: z.int() }) })).toExtend<
    Agent<unknown>
  >();
});

test("a tool's function gets what the schema of its parameters gives back", () => {
  const made = tool({
    name: "add",
    parameters: z.object({ a: z.number(), times: z.int().default(1) }),
    execute(input, context) {
      expectTypeOf(input).toEqualTypeOf<{ a: number; times: number }>();
      expectTypeOf(context).toEqualTypeOf<AttemptContext>();
      return input.a * input.times;
    },
  });
  expectTypeOf(made).toEqualTypeOf<Tool>();
  tool({
    name: "add",
    parameters: z.object({ a: z.number() }),
    // @ts-expect-error The parameters have no member named b.
    execute: (input: { b: number }) => input.b,
  });
});

test("hooks see a run of the agent's output, and do not decide on it", () => {
  defineAgent({
    model,
    outputSchema: z.object({ value: z.int() }),
    hooks: {
      beforeRun(input, context) {
        expectTypeOf(input).toEqualTypeOf<TaskInput>();
        expectTypeOf(context).toEqualTypeOf<AttemptContext>();
      },
      async afterRun(run) {
        expectTypeOf(run).toEqualTypeOf<AgentRun<{ value: number }>>();
      },
    },
  });
  const agent = defineAgent({
    model,
    hooks: {
      afterRun(run) {
        expectTypeOf(run).toEqualTypeOf<AgentRun<string>>();
      },
    },
  });
  expectTypeOf(agent).toEqualTypeOf<Agent<string>>();
});

test("options for memory and other state take their short and their long forms", () => {
  class Shelf {
    readonly mode = "tool";
    readonly identity = { version: 1 };
    async search(query: string): Promise<string[]> {
      return [query];
    }
  }
  defineAgent({ model, memory: true, knowledge: new Shelf(), sessionState: { a: [1, null] } });
  defineAgent({ model, memory: { capture: false, tool: undefined }, history: { runs: 3 } });
  defineAgent({
    model,
    knowledge: { mode: "context", search: (query) => [query], add: async (text) => text.length },
  });
  // @ts-expect-error Passages are texts.
  defineAgent({ model, knowledge: { mode: "tool", search: () => [1] } });
  // @ts-expect-error The mode is required.
  defineAgent({ model, knowledge: { search: () => [] } });
  // @ts-expect-error History needs a number of runs.
  defineAgent({ model, history: {} });
  // @ts-expect-error The state is an object.
  defineAgent({ model, sessionState: [] });
  // @ts-expect-error There is no such job.
  defineAgent({ model, secondaryModels: { judge: model } });
  // @ts-expect-error A model is not its name.
  defineAgent({ model, fallbackModels: ["gpt-5.5"] });
  expectTypeOf(sessionStateKey).returns.toEqualTypeOf<string>();
});

test("every option may be undefined", () => {
  const definition: AgentDefinition = {
    model,
    name: undefined,
    instructions: undefined,
    tools: undefined,
    toolChoice: undefined,
    toolCallLimit: undefined,
    outputSchema: undefined,
    memory: undefined,
    knowledge: undefined,
    sessionSummaries: undefined,
    history: undefined,
    sessionState: undefined,
    saveResponseTo: undefined,
    hooks: undefined,
    secondaryModels: undefined,
    fallbackModels: undefined,
  };
  expectTypeOf(definition).toExtend<AgentDefinition>();
  defineAgent({
    model,
    name: undefined,
    instructions: undefined,
    tools: undefined,
    toolChoice: undefined,
    toolCallLimit: undefined,
    outputSchema: undefined,
    memory: undefined,
    knowledge: undefined,
    sessionSummaries: undefined,
    history: undefined,
    sessionState: undefined,
    saveResponseTo: undefined,
    hooks: undefined,
    secondaryModels: undefined,
    fallbackModels: undefined,
  });
  tool({
    name: "t",
    description: undefined,
    needsApproval: undefined,
    parameters: z.object({}),
    execute: () => "",
  });
  expectTypeOf(runAgent).toBeCallableWith(defineAgent({ model }), "q", {
    userId: undefined,
    sessionId: undefined,
    store: undefined,
    signal: undefined,
    model: undefined,
  });
});

test("options that nobody reads do not compile", () => {
  // @ts-expect-error It is named instructions.
  defineAgent({ model, prompt: "Be exact." });
  // @ts-expect-error A model is not its name.
  defineAgent({ model: "gpt-5.5" });
  // @ts-expect-error The model is required.
  defineAgent({});
});

test("the input is that of a task", () => {
  expectTypeOf(runAgent).parameter(1).toEqualTypeOf<TaskInput>();
});
