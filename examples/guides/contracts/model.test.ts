import { createOpenAI } from "@rollouts/provider-openai";
import { modelContract, startFaultServer, startMockOpenAI } from "@rollouts/testing";
import { afterAll, describe, it } from "vitest";

const mock = await startMockOpenAI();
const silent = await startFaultServer([{ head: {} }, { body: ": hello\n\n" }, "stall"]);
const broken = await startFaultServer([{ head: {} }, { body: 'data: {"id":' }, "reset"]);
afterAll(() => Promise.all([mock, silent, broken].map((server) => server.stop())));

const modelAt = (baseURL: string) => createOpenAI({ apiKey: "none", baseURL })("m");

describe("model contract", () => {
  const cases = modelContract({
    model: modelAt(mock.baseURL),
    waiting: modelAt(silent.baseURL),
    failing: [{ model: modelAt(broken.baseURL), errorClass: "connection" }],
  });
  for (const { name, run } of cases) it(name, run);
});
