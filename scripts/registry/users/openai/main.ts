// OPENAI_BASE_URL names a mock server, which answers every prompt with "42".
import assert from "node:assert/strict";
import { defineAgent, runAgent } from "@rollouts/agent";
import { createOpenAI } from "@rollouts/provider-openai";

const openai = createOpenAI({ apiKey: "test", baseURL: process.env.OPENAI_BASE_URL });
const agent = defineAgent({ model: openai("gpt-5.5") });
const run = await runAgent(agent, "What is 6 * 7?");
assert.equal(run.output, "42");
