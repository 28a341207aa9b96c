import type { StandardSchemaV1 } from "@standard-schema/spec";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type ValueSchema, validateValue } from "./schema.ts";

const answering = (result: unknown): ValueSchema => ({
  "~standard": {
    version: 1,
    vendor: "test",
    validate: () => result as StandardSchemaV1.Result<unknown>,
  },
});

describe("validateValue", () => {
  it("gives the value that the schema made of it, waiting where it must", async () => {
    const trimmed = z.string().transform(async (text) => text.trim());

    expect(await validateValue(trimmed, " a ")).toEqual({ ok: true, value: "a" });
    expect(await validateValue(z.undefined(), undefined)).toEqual({ ok: true, value: undefined });
    expect(await validateValue(answering({ value: 1, issues: null }), 5)).toEqual({
      ok: true,
      value: 1,
    });
  });

  it("names each place and what is wrong there, in one line", async () => {
    const schema = z.object({ value: z.int(), list: z.array(z.string("no\ntext")) });
    const result = await validateValue(schema, { value: "x", list: ["a", 1] });

    expect(result).toEqual({
      ok: false,
      problem: expect.stringMatching(/^value: .+; list\.1: no text$/),
    });
  });

  it("reads paths of keys and of segments, and problems of the whole", async () => {
    const issues = [
      { message: "a", path: [{ key: "x" }, 0, Symbol("s")] },
      { message: "b" },
      { message: "c", path: [] },
    ];

    expect(await validateValue(answering({ issues }), 1)).toEqual({
      ok: false,
      problem: "x.0.Symbol(s): a; b; c",
    });
  });

  it("stops after ten problems", async () => {
    const issues = Array.from({ length: 5000 }, (_, index) => ({ message: `${index}` }));

    expect(await validateValue(answering({ issues }), 1)).toEqual({
      ok: false,
      problem: "0; 1; 2; 3; 4; 5; 6; 7; 8; 9; and 4990 more",
    });
  });

  it("rethrows what the schema throws", async () => {
    const broken = z.string().refine(() => {
      throw new Error("schema bug");
    });

    await expect(validateValue(broken, "x")).rejects.toThrow("schema bug");
  });
});
