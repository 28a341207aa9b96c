import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "../__fixtures__/folder.ts";
import { exampleResult, orderAttempt } from "../__fixtures__/result.ts";
import { toSftJsonl } from "../to-sft-jsonl.ts";
import { validateSft } from "../validate-sft.ts";
import type { SftProfileName } from "./profiles.ts";

const folder = useFolder(beforeEach, afterEach);

const system = '{"role":"system","content":"You answer about orders."}';
const user = '{"role":"user","content":"Where is A17?"}';
const answer = '{"role":"assistant","content":"A17 has shipped."}';
const tools =
  '"tools":[{"type":"function","function":{"name":"lookup_order","description":"Find one order","parameters":{"type":"object","properties":{"order_id":{"type":"string"}},"required":["order_id"]}}}]';
const reply = String.raw`{"role":"tool","tool_call_id":"call00001","content":"{\"status\":\"shipped\"}"}`;
const namedReply = String.raw`{"role":"tool","tool_call_id":"call00001","name":"lookup_order","content":"{\"status\":\"shipped\"}"}`;
const calls = (written: string) =>
  `"tool_calls":[{"id":"call00001","type":"function","function":{"name":"lookup_order","arguments":${written}}}]`;
const asText = calls(String.raw`"{\"order_id\":\"A17\"}"`);
const asObject = calls('{"order_id":"A17"}');
const call = `{"role":"assistant",${asText}}`;
const emptyCall = `{"role":"assistant","content":"",${asText}}`;
const objectCall = `{"role":"assistant","content":"",${asObject}}`;

// The rows of the reference, section 2.
const golden: [SftProfileName, string][] = [
  [
    "openai",
    `{"messages":[${system},${user},${call},${reply},${answer}],${tools},"parallel_tool_calls":false}`,
  ],
  ["together", `{"messages":[${system},${user},${call},${reply},${answer}],${tools}}`],
  ["fireworks", `{"messages":[${system},${user},${call},${reply},${answer}],${tools}}`],
  ["mistral", `{"messages":[${system},${user},${call},${reply},${answer}],${tools}}`],
  ["tinker", `{"messages":[${system},${user},${emptyCall},${namedReply},${answer}]}`],
  ["trl", `{"messages":[${system},${user},${objectCall},${namedReply},${answer}],${tools}}`],
  [
    "trl-prompt-completion",
    `{"prompt":[${system},${user},${objectCall},${namedReply}],"completion":[${answer}],${tools}}`,
  ],
  ["axolotl", `{"messages":[${system},${user},${emptyCall},${namedReply},${answer}],${tools}}`],
];

describe("a run with a tool, byte for byte as the reference has it", () => {
  it.each(golden)("%s", async (profile, row) => {
    const path = folder.path("rows.jsonl");
    const result = exampleResult([{ id: "t1", attempts: [orderAttempt] }]);
    expect(await toSftJsonl(result, path, { profile })).toMatchObject({ written: 1 });
    expect(await readFile(path, "utf8")).toBe(`${row}\n`);
    expect(await validateSft(path, { profile })).toMatchObject({
      valid: true,
      manifest: "matches",
    });
  });

  it("portable leaves it out", async () => {
    const result = exampleResult([{ id: "t1", attempts: [orderAttempt] }]);
    const report = await toSftJsonl(result, folder.path("rows.jsonl"));
    expect(report).toMatchObject({ written: 0, skippedToolRuns: 1 });
  });
});

describe("a run without tools", () => {
  it.each<SftProfileName>([
    "portable",
    "openai",
    "together",
    "fireworks",
    "mistral",
    "tinker",
    "trl",
    "axolotl",
  ])(
    "W1 is the same row for %s, with messages alone, and role and content in them",
    async (profile) => {
      const path = folder.path("rows.jsonl");
      await toSftJsonl(exampleResult([{ id: "t1", attempts: [{}] }]), path, { profile });
      expect(await readFile(path, "utf8")).toBe(
        '{"messages":[{"role":"user","content":"Question"},{"role":"assistant","content":"Answer"}]}\n',
      );
    },
  );
});
