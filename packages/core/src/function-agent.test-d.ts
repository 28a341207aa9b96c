import { expectTypeOf, it } from "vitest";
import { type Agent, functionAgent, type Model, type TaskInput } from "./index.ts";

declare const model: Model;
declare const isGood: boolean;

it("answers with text", () => {
  expectTypeOf(functionAgent({ run: () => "x" })).toEqualTypeOf<Agent<string>>();
  expectTypeOf(functionAgent({ run: async () => "x" })).toEqualTypeOf<Agent<string>>();
  expectTypeOf(functionAgent({ run: async () => ({ text: "x" }) })).toEqualTypeOf<Agent<string>>();
  expectTypeOf(functionAgent({ run: () => ({ text: null, refusal: "no" }) })).toEqualTypeOf<
    Agent<string>
  >();
  expectTypeOf(
    functionAgent({ run: () => (isGood ? "x" : { text: "y", status: "truncated" as const }) }),
  ).toEqualTypeOf<Agent<string>>();
});

it("answers with a value", () => {
  expectTypeOf(functionAgent({ run: () => ({ output: 4 }) })).toEqualTypeOf<Agent<number>>();
  expectTypeOf(
    functionAgent({ run: async () => ({ output: { value: 4 }, text: "4" }) }),
  ).toEqualTypeOf<Agent<{ value: number }>>();
  expectTypeOf(
    functionAgent({
      run: async () =>
        isGood ? { output: 4, text: "4" } : { output: undefined, outputError: "no number" },
    }),
  ).toEqualTypeOf<Agent<number>>();
  expectTypeOf(functionAgent<string | number>({ run: () => ({ output: 4 }) })).toEqualTypeOf<
    Agent<string | number>
  >();
});

it("types input and context", () => {
  functionAgent({
    async run(input, { signal, model: contextModel, taskId }) {
      expectTypeOf(input).toEqualTypeOf<TaskInput>();
      expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
      expectTypeOf(contextModel).toEqualTypeOf<Model>();
      return { output: taskId.length };
    },
  });
});

it("takes undefined for absent, under exactOptionalPropertyTypes", () => {
  functionAgent({
    run: () => ({
      text: "x",
      messages: undefined,
      toolExecutions: undefined,
      usage: { inputTokens: undefined },
      status: undefined,
      outputError: undefined,
      refusal: undefined,
    }),
    name: undefined,
    identity: undefined,
    model: undefined,
  });
  functionAgent({ run: () => ({ output: 1, text: undefined }), model });
});

it("refuses what is no answer", () => {
  // @ts-expect-error a number is no answer
  functionAgent({ run: () => 4 });
  // @ts-expect-error neither text nor output
  functionAgent({ run: () => ({ usage: {} }) });
  // @ts-expect-error a text must be text
  functionAgent({ run: () => ({ text: 4 }) });
  // @ts-expect-error no such status
  functionAgent({ run: () => ({ text: "x", status: "done" }) });
  // @ts-expect-error nothing at all
  functionAgent({ run: () => {} });
});
