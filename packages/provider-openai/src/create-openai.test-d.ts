import type { Model } from "@rollouts/core";
import { AzureOpenAI, OpenAI } from "openai";
import { OpenAI as OpenAI7 } from "openai-7";
import { expectTypeOf } from "vitest";
import { createOpenAI, type OpenAIProvider, openai } from "./index.ts";

// Clients of every supported version are taken, though their classes are different types.
createOpenAI({ client: new OpenAI() });
createOpenAI({ client: new AzureOpenAI() });
createOpenAI({ client: new OpenAI7() });
// @ts-expect-error -- no client
createOpenAI({ client: { baseURL: "https://models.example/v1" } });

expectTypeOf(openai).toEqualTypeOf<OpenAIProvider>();
expectTypeOf(openai("gpt-5.5", { reasoningEffort: "low" })).toEqualTypeOf<Model>();
// @ts-expect-error -- misspelt
openai("gpt-5.5", { reasoningEffort: "hgih" });
// @ts-expect-error -- unknown
openai("gpt-5.5", { apiKey: "sk" });
