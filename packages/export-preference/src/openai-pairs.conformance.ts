import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import {
  badAnswer,
  exampleResult,
  failed,
  goodAnswer,
  goodRun,
  orderCall,
  orderPrompt,
  shipped,
} from "./__fixtures__/result.ts";
import { toPreferenceJsonl } from "./to-preference-jsonl.ts";
import { toPromptsJsonl } from "./to-prompts-jsonl.ts";

// OpenAI's own schemas of fine-tuning rows.
const file = join(process.env.ROLLOUTS_CONFORMANCE ?? "", "openai/fine-tune-row-schemas.json");
const folder = useFolder(beforeEach, afterEach);
let isPair: ValidateFunction;
let isChat: ValidateFunction;

beforeAll(async () => {
  const schemas = toJsonSchema(JSON.parse(await readFile(file, "utf8"))) as object;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema(schemas, "openai");
  const compile = (name: string) => ajv.compile({ $ref: `openai#/components/schemas/${name}` });
  isPair = compile("FineTunePreferenceRequestInput");
  isChat = compile("FineTuneChatRequestInput");
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

async function rows() {
  const lines = (await readFile(folder.path("rows.jsonl"), "utf8")).split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

describe("OpenAI's schema of preference rows", () => {
  it.each(["openai", "together", "fireworks"] as const)(
    "holds for texts, and for runs that share a tool call (%s)",
    async (profile) => {
      const bad = [
        ...orderPrompt,
        orderCall,
        shipped,
        { role: "assistant", content: "?" } as const,
      ];
      const result = exampleResult([
        { id: "t1", attempts: [goodAnswer, badAnswer] },
        { id: "t2", attempts: [goodRun, { ...goodRun, messages: bad, score: failed }] },
      ]);
      await toPreferenceJsonl(result, folder.path("rows.jsonl"), { profile });
      const found = await rows();
      expect(found).toHaveLength(2);
      expect(found[1].input.tools).toHaveLength(1);
      for (const row of found) {
        expect(isPair(row), JSON.stringify(isPair.errors)).toBe(true);
        // The schema still has the answers under their older names.
        const { preferred_output, non_preferred_output, input } = row;
        const older = {
          input,
          preferred_completion: preferred_output,
          non_preferred_completion: non_preferred_output,
        };
        expect(isPair(older), JSON.stringify(isPair.errors)).toBe(true);
      }
    },
  );

  it("refuses what it must, so that its word counts", () => {
    const message = { role: "assistant", content: "A" };
    expect(isPair({ input: { messages: [] } })).toBe(false);
    expect(isPair({ preferred_completion: [message, message] })).toBe(false);
  });
});

describe("OpenAI's schema of chat rows", () => {
  it("holds for prompts, but for the role of developers, which it does not know", async () => {
    const result = exampleResult([{ id: "t1", attempts: [goodRun] }]);
    const fields = () => ({ expected_status: "shipped" });
    await toPromptsJsonl(result, folder.path("rows.jsonl"), { profile: "openai", fields });
    const [row] = await rows();
    expect(isChat(row)).toBe(false);
    row.messages[0].role = "system";
    expect(isChat(row), JSON.stringify(isChat.errors)).toBe(true);
  });
});
