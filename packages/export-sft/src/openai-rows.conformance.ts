import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import { conversation, exampleResult, orderAttempt } from "./__fixtures__/result.ts";
import { toSftJsonl } from "./to-sft-jsonl.ts";
import { validateSft } from "./validate-sft.ts";

// OpenAI's own schemas of fine-tuning rows.
const file = join(process.env.ROLLOUTS_CONFORMANCE ?? "", "openai/fine-tune-row-schemas.json");
const folder = useFolder(beforeEach, afterEach);
let isRow: ValidateFunction;

beforeAll(async () => {
  const schemas = toJsonSchema(JSON.parse(await readFile(file, "utf8"))) as object;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema(schemas, "openai");
  isRow = ajv.compile({ $ref: "openai#/components/schemas/FineTuneChatRequestInput" });
});

/** OpenAPI 3.0 says `nullable` where JSON Schema has another type. */
function toJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toJsonSchema);
  if (typeof value !== "object" || value === null) return value;
  const { nullable, ...schema } = value as Record<string, unknown>;
  const entries = Object.entries(schema).map(([key, member]) => [key, toJsonSchema(member)]);
  const converted = Object.fromEntries(entries);
  return nullable === true ? { anyOf: [converted, { type: "null" }] } : converted;
}

async function rowsOf(...args: Parameters<typeof exampleResult>): Promise<unknown[]> {
  const path = folder.path("rows.jsonl");
  await toSftJsonl(exampleResult(...args), path, { profile: "openai" });
  const lines = (await readFile(path, "utf8")).split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

function expectRows(rows: readonly unknown[]): void {
  for (const row of rows) {
    expect(isRow(row), JSON.stringify(isRow.errors)).toBe(true);
  }
}

describe("OpenAI's schema of supervised rows", () => {
  it("holds for text, and for runs with tools", async () => {
    const rows = await rowsOf([
      { id: "t1", attempts: [orderAttempt] },
      { id: "t2", attempts: [{}] },
    ]);
    expect(rows).toHaveLength(2);
    expectRows(rows);
  });

  it("holds for text beside calls and for several calls in a turn", async () => {
    const toolCalls = ["a", "b"].map((id) => ({ id, name: "lookup_order", rawArguments: "{}" }));
    const messages = [
      { role: "user", content: "U" } as const,
      { role: "assistant", content: "Let me look.", toolCalls } as const,
      ...toolCalls.map(({ id }) => ({ role: "tool", toolCallId: id, content: "" }) as const),
      { role: "assistant", content: "A" } as const,
    ];
    const rows = await rowsOf([{ id: "t1", attempts: [{ ...orderAttempt, messages }] }]);
    expect(rows).toMatchObject([{ parallel_tool_calls: true }]);
    expectRows(rows);
  });

  it("holds for images, and for messages that are not to be trained", async () => {
    const url = "data:image/png;base64,iVBORw0KGgo=";
    const input = [
      ...conversation("U", "given"),
      {
        role: "user",
        content: [
          { type: "text", text: "look" },
          { type: "image", url },
        ],
      } as const,
    ];
    const messages = [...input, { role: "assistant", content: "A" } as const];
    const rows = await rowsOf([{ id: "t1", input, attempts: [{ messages }] }]);
    expect(rows).toMatchObject([{ messages: [{}, { weight: 0 }, {}, { content: "A" }] }]);
    expectRows(rows);
  });

  it("holds for what files of others may have, and validateSft takes", async () => {
    const user = { role: "user", content: "U", name: "bob" };
    const answer = { role: "assistant", content: [{ type: "text", text: "A" }] };
    const called = { role: "assistant", function_call: { name: "f", arguments: "{}" } };
    const reply = { role: "function", name: "f", content: "T" };
    const rows = [
      { messages: [user, answer] },
      { messages: [user, called, reply, answer], functions: [{ name: "f" }] },
    ];
    expectRows(rows);
    const path = folder.path("rows.jsonl");
    await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    expect(await validateSft(path, { profile: "openai" })).toMatchObject({ problems: [] });
  });

  it("refuses what it must, so that its word counts", () => {
    const messages = [{ role: "assistant", content: "A", weight: 0.5 }];
    expect([{ messages }, { messages: [] }, { messages: "[]" }].map((row) => isRow(row))).toEqual([
      false,
      false,
      false,
    ]);
  });
});
