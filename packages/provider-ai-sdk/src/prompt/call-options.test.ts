import type { ModelRequest } from "@rollouts/core";
import { expect, test } from "vitest";
import { fromAiSdk } from "../from-ai-sdk.ts";
import { type MockModel, mockModel, type Version } from "../mock-model.test-helper.ts";
import { requestOf, user, weatherTool } from "../requests.test-helper.ts";
import type { AiSdkSettings } from "../settings.ts";

const versions: readonly Version[] = ["v2", "v3", "v4"];

/** What the language model is called with, apart from the signal. */
async function optionsOf(
  version: Version,
  settings: AiSdkSettings = {},
  request: ModelRequest = requestOf(),
) {
  const languageModel: MockModel = mockModel(version, { parts: [{ type: "text", text: "x" }] });
  await fromAiSdk(languageModel, settings).generate(request);
  expect(languageModel.doStreamCalls).toHaveLength(1);
  const { abortSignal, ...options } = languageModel.doStreamCalls[0] ?? { prompt: [] };
  expect(abortSignal).toBeInstanceOf(AbortSignal);
  expect(abortSignal).not.toBe(request.signal);
  return options;
}

test.each(versions)("%s: what is not asked for is not handed on", async (version) => {
  expect(await optionsOf(version)).toStrictEqual({
    prompt: [{ role: "user", content: [{ type: "text", text: "Weather in Oslo?" }] }],
  });
});

test.each(versions)("%s: a request with everything", async (version) => {
  const output = { name: "answer", description: "The answer", schema: { type: "object" } } as const;
  const request = requestOf([{ role: "system", content: "Be brief." }, user], {
    tools: [weatherTool],
    toolChoice: { name: "get_weather" },
    output,
  });
  const settings = {
    temperature: 0.5,
    topP: 0.9,
    topK: 40,
    presencePenalty: 0.1,
    frequencyPenalty: -0.1,
    maxOutputTokens: 100,
    stop: ["END"],
    seed: 7,
    providerOptions: { openai: { store: false } },
  };
  expect(await optionsOf(version, settings, request)).toStrictEqual({
    prompt: [
      { role: "system", content: "Be brief." },
      { role: "user", content: [{ type: "text", text: "Weather in Oslo?" }] },
    ],
    temperature: 0.5,
    topP: 0.9,
    topK: 40,
    presencePenalty: 0.1,
    frequencyPenalty: -0.1,
    maxOutputTokens: 100,
    stopSequences: ["END"],
    seed: 7,
    tools: [
      {
        type: "function",
        name: "get_weather",
        description: "Says the weather",
        inputSchema: weatherTool.parameters,
      },
    ],
    toolChoice: { type: "tool", toolName: "get_weather" },
    responseFormat: { type: "json", ...output },
    providerOptions: { openai: { store: false } },
  });
});

test("v4: the reasoning effort is an option of the call", async () => {
  expect(await optionsOf("v4", { reasoningEffort: "low" })).toMatchObject({ reasoning: "low" });
});

test.each(["auto", "none", "required"] as const)("the tool choice %s", async (toolChoice) => {
  const request = requestOf([user], { tools: [weatherTool], toolChoice });
  expect(await optionsOf("v3", {}, request)).toMatchObject({ toolChoice: { type: toolChoice } });
});

test("without tools, nothing that needs tools is sent", async () => {
  const request = requestOf([user], { tools: [], toolChoice: "required" });
  expect(Object.keys(await optionsOf("v3", {}, request))).toEqual(["prompt"]);
});

test("a seed per attempt is the attempt's, and outside of attempts there is none", async () => {
  const attempt = { taskId: "t", attemptIndex: 3, turn: 0, seed: 4_294_967_295 };
  const ofAttempt = requestOf([user], { attempt });
  expect((await optionsOf("v3", { seed: "per-attempt" }, ofAttempt)).seed).toBe(4_294_967_295);
  expect(await optionsOf("v3", { seed: "per-attempt" })).not.toHaveProperty("seed");
  expect((await optionsOf("v3", { seed: 0 }, ofAttempt)).seed).toBe(0);
  expect(await optionsOf("v3", {}, ofAttempt)).not.toHaveProperty("seed");
});

test("stream: false asks for the reply as a whole", async () => {
  const languageModel = mockModel("v3", { parts: [{ type: "text", text: "x" }] });
  await fromAiSdk(languageModel, { stream: false }).generate(requestOf());
  expect(languageModel.doGenerateCalls).toHaveLength(1);
  expect(languageModel.doStreamCalls).toHaveLength(0);
});
