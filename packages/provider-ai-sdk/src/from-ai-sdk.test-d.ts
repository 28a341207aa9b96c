import { openai } from "@ai-sdk/openai";
import { openai as openai4 } from "@ai-sdk/openai-4";
import type { LanguageModelV2, LanguageModelV3 } from "@ai-sdk/provider";
import type { LanguageModelV4 } from "@ai-sdk/provider-4";
import type { Model } from "@rollouts/core";
import type { LanguageModel } from "ai";
import { expectTypeOf, test } from "vitest";
import { fromAiSdk } from "./from-ai-sdk.ts";
import type { AiSdkLanguageModel } from "./language-model.ts";

test("language models of all three versions are taken without a cast", () => {
  expectTypeOf<LanguageModelV2>().toExtend<AiSdkLanguageModel>();
  expectTypeOf<LanguageModelV3>().toExtend<AiSdkLanguageModel>();
  expectTypeOf<LanguageModelV4>().toExtend<AiSdkLanguageModel>();
  expectTypeOf(fromAiSdk(openai("m"))).toEqualTypeOf<Model>();
  expectTypeOf(fromAiSdk(openai4("m"), { temperature: undefined })).toEqualTypeOf<Model>();
});

test("a name is not", () => {
  expectTypeOf<LanguageModel>().not.toExtend<AiSdkLanguageModel>();
  expectTypeOf<string>().not.toExtend<AiSdkLanguageModel>();
});
