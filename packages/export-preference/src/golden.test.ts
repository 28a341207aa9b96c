import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import { badAnswer, badRun, exampleResult, goodAnswer, goodRun } from "./__fixtures__/result.ts";
import { toKtoJsonl } from "./to-kto-jsonl.ts";
import { toPreferenceJsonl } from "./to-preference-jsonl.ts";
import { toPromptsJsonl } from "./to-prompts-jsonl.ts";

const folder = useFolder(beforeEach, afterEach);

const system = '{"role":"system","content":"You answer about orders."}';
const user = '{"role":"user","content":"Where is A17?"}';
const good = '{"role":"assistant","content":"A17 has shipped."}';
const bad = '{"role":"assistant","content":"I cannot say."}';
const tools =
  '"tools":[{"type":"function","function":{"name":"lookup_order","description":"Find one order","parameters":{"type":"object","properties":{"order_id":{"type":"string"}},"required":["order_id"]}}}]';
const call = String.raw`{"role":"assistant","tool_calls":[{"id":"call00001","type":"function","function":{"name":"lookup_order","arguments":"{\"order_id\":\"A17\"}"}}]}`;
const objectCall =
  '{"role":"assistant","content":"","tool_calls":[{"id":"call00001","type":"function","function":{"name":"lookup_order","arguments":{"order_id":"A17"}}}]}';
const reply = String.raw`{"role":"tool","tool_call_id":"call00001","name":"lookup_order","content":"{\"status\":\"shipped\"}"}`;

// The rows of the reference, sections 3.1 and 3.2.
const hosted = `{"input":{"messages":[${system},${user}]},"preferred_output":[${good}],"non_preferred_output":[${bad}]}`;
const texts = exampleResult([{ id: "t-1", attempts: [goodAnswer, badAnswer] }]);
const runs = exampleResult([{ id: "t-1", attempts: [goodRun, badRun] }]);

const read = () => readFile(folder.path("rows.jsonl"), "utf8");

describe("pairs, byte for byte as the reference has them", () => {
  it.each([
    ["openai", hosted],
    ["fireworks", hosted],
    ["together", hosted],
    ["trl", `{"prompt":[${system},${user}],"chosen":[${good}],"rejected":[${bad}]}`],
    ["axolotl", `{"messages":[${system},${user}],"chosen":${good},"rejected":${bad}}`],
  ] as const)("%s: two texts", async (profile, row) => {
    await toPreferenceJsonl(texts, folder.path("rows.jsonl"), { profile });
    expect(await read()).toBe(`${row}\n`);
  });

  it("together: an answer that is a tool call", async () => {
    await toPreferenceJsonl(runs, folder.path("rows.jsonl"), { profile: "together" });
    expect(await read()).toBe(
      `{"input":{"messages":[${system},${user}],${tools}},"preferred_output":[${call}],"non_preferred_output":[${bad}]}\n`,
    );
  });

  it("trl: whole runs", async () => {
    await toPreferenceJsonl(runs, folder.path("rows.jsonl"), { profile: "trl" });
    expect(await read()).toBe(
      `{"prompt":[${system},${user}],"chosen":[${objectCall},${reply},${good}],"rejected":[${bad}],${tools}}\n`,
    );
  });
});

describe("labelled answers, byte for byte as the reference has them", () => {
  it("trl", async () => {
    await toKtoJsonl(texts, folder.path("rows.jsonl"), { profile: "trl" });
    const rows = [
      `{"prompt":[${system},${user}],"completion":[${good}],"label":true}\n`,
      `{"prompt":[${system},${user}],"completion":[${bad}],"label":false}\n`,
    ];
    expect(await read()).toBe(rows.join(""));
  });
});

describe("prompts, byte for byte as the reference has them", () => {
  it.each([
    [
      "openai",
      { expected_status: "shipped" },
      `{"messages":[{"role":"developer","content":"You answer about orders."},${user}],${tools},"expected_status":"shipped"}`,
    ],
    [
      "fireworks",
      { ground_truth: "shipped" },
      `{"messages":[${system},${user}],"ground_truth":"shipped"}`,
    ],
    [
      "trl",
      { expected: "shipped", task_id: "t-1" },
      `{"prompt":[${system},${user}],"expected":"shipped","task_id":"t-1"}`,
    ],
  ] as const)("%s", async (profile, fields, row) => {
    const path = folder.path("rows.jsonl");
    await toPromptsJsonl(runs, path, { profile, fields: () => fields });
    expect(await read()).toBe(`${row}\n`);
  });
});
