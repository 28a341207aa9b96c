import { expectTypeOf, it } from "vitest";
import { z } from "zod";
import {
  type Agent,
  defineEnvironment,
  loadTasks,
  parseTasks,
  type Schema,
  type Task,
  type ValueSchema,
} from "../index.ts";

declare const agent: Agent;

it("tasks of a file expect unknown, unless a schema says more", () => {
  expectTypeOf(loadTasks("a.jsonl")).toEqualTypeOf<Promise<Task<unknown>[]>>();
  expectTypeOf(loadTasks("a.jsonl", { expected: z.number() })).toEqualTypeOf<
    Promise<Task<number>[]>
  >();
  expectTypeOf(
    parseTasks("", { source: "x", expected: z.string().transform(Number) }),
  ).toEqualTypeOf<Promise<Task<number>[]>>();
  expectTypeOf(parseTasks("", { source: undefined, expected: undefined })).toEqualTypeOf<
    Promise<Task<unknown>[]>
  >();
});

it("and type the scorer", async () => {
  defineEnvironment({
    name: "n",
    agent,
    tasks: await loadTasks("a.jsonl", { expected: z.object({ value: z.number() }) }),
    scorer: (run, expected) => {
      expectTypeOf(expected).toEqualTypeOf<{ value: number }>();
      return run.output === String(expected.value);
    },
  });
});

it("a zod schema is a Schema of its output", () => {
  const schema = z.object({ value: z.int() });

  expectTypeOf(schema).toExtend<Schema<{ value: number }>>();
  expectTypeOf(schema).toExtend<ValueSchema<{ value: number }>>();
  expectTypeOf(schema).not.toExtend<ValueSchema<{ value: string }>>();
});
