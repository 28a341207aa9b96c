import { createAttemptContext, InvalidArgumentError } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type ToolDefinition, tool } from "./tool.ts";

const context = createAttemptContext();
const valid = {
  name: "add",
  description: "Adds.",
  parameters: z.object({ a: z.number(), b: z.number().default(1) }),
  execute: ({ a, b }: { a: number; b: number }) => a + b,
};

function errorOf(options: object): unknown {
  try {
    tool({ ...valid, ...options } as ToolDefinition<unknown>);
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("tool", () => {
  it("makes a frozen tool whose schema is what the model writes", () => {
    const add = tool(valid);
    expect(add.needsApproval).toBe(false);
    expect(add.spec).toEqual({
      name: "add",
      description: "Adds.",
      parameters: {
        type: "object",
        properties: { a: { type: "number" }, b: { type: "number", default: 1 } },
        required: ["a"],
      },
    });
    for (const part of [add, add.spec, add.spec.parameters, add.spec.parameters.properties]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it("hands over the value that the schema gives back, and the context", async () => {
    const seen: unknown[] = [];
    const spy = tool({
      ...valid,
      execute(input, given) {
        seen.push(input, given);
        return "done";
      },
    });
    expect(await spy.execute({ a: 1, extra: true }, context)).toBe("done");
    expect(seen[0]).toEqual({ a: 1, b: 1 });
    expect(seen[1]).toBe(context);
  });

  it("checks asynchronously where the schema does", async () => {
    const parameters = z.object({
      id: z.string().refine(async (id) => id === "known", "unknown id"),
    });
    const find = tool({ name: "find", parameters, execute: ({ id }) => id });
    expect(await find.execute({ id: "known" }, context)).toBe("known");
    await expect(find.execute({ id: "x" }, context)).rejects.toThrow("id: unknown id");
  });

  it.each<[string, unknown, RegExp]>([
    ["a wrong member", { a: "1" }, /^The arguments of add do not fit its schema: a: .*number/],
    ["a missing member", {}, /a: .*number/],
    ["a list", [1, 2], /object/],
    ["null", null, /object/],
  ])("throws for %s without executing", async (_what, input, message) => {
    let executed = 0;
    const add = tool({ ...valid, execute: () => (executed += 1) });
    const error: unknown = await Promise.resolve(add.execute(input, context)).catch(
      (e: unknown) => e,
    );
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect((error as Error).message).toMatch(message);
    expect(executed).toBe(0);
  });

  it.each<[string, object, string, RegExp]>([
    ["an unknown option", { strict: true }, "tool.strict", /unknown key "strict"/],
    ["a blank name", { name: "" }, "name", /1 to 64 letters/],
    ["a name with a space", { name: "look up" }, "name", /got "look up"/],
    ["a name with a line break at its end", { name: "look\n" }, "name", /1 to 64/],
    ["a name of 65 letters", { name: "n".repeat(65) }, "name", /1 to 64/],
    ["no name", { name: undefined }, "name", /got undefined/],
    ["a description that is no string", { description: 1 }, "description", /got 1/],
    ["no function", { execute: "run" }, "execute", /must be a function/],
    ["needsApproval as text", { needsApproval: "yes" }, "needsApproval", /true or false/],
    ["no schema", { parameters: undefined }, "parameters", /must be a schema such as/],
    ["a root that is no object", { parameters: z.string() }, "parameters", /one of type "string"/],
    [
      "a union at the root",
      { parameters: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]) },
      "parameters",
      /made of anyOf/,
    ],
    ["a date", { parameters: z.object({ at: z.date() }) }, "parameters", /Date cannot be/],
  ])("refuses %s", (_what, options, argument, message) => {
    const error = errorOf(options);
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect(error).toMatchObject({ argument, message: expect.stringMatching(message) });
  });
});
