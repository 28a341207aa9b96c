import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { createOpenAI } from "@rollouts/provider-openai";
import { runRollouts } from "@rollouts/runner";
import { startMockOpenAI } from "@rollouts/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import offline from "./environment.ts";

const paths = { responses: "/v1/responses", chat: "/v1/chat/completions" } as const;

describe.each(["responses", "chat"] as const)("over real HTTP, through %s", (api) => {
  let server: Awaited<ReturnType<typeof startMockOpenAI>>;
  beforeAll(async () => {
    server = await startMockOpenAI();
  });
  afterAll(() => server.stop());

  /** The example's environment, with a model that is asked over the wire. */
  function environment() {
    const openai = createOpenAI({ apiKey: "test-key", baseURL: server.baseURL, api });
    return defineEnvironment({
      ...offline,
      agent: defineAgent({
        model: openai("gpt-5.5", { reasoningEffort: "low" }),
        instructions: "Calculate exactly. Return only the final integer in the response schema.",
        outputSchema: z.object({
          value: z.int().describe("The final integer after every requested operation"),
        }),
      }),
      tasks: offline.tasks.slice(0, 1),
    });
  }

  it("case 1: K = 5 is five equal requests and five samples of their own", async () => {
    const result = await runRollouts(environment(), { k: 5, concurrency: 5 });

    const bodies = server.requests.map(({ body }) => JSON.stringify(body));
    expect(server.requests.map(({ path }) => path)).toEqual(Array(5).fill(paths[api]));
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).not.toContain("test-key");

    const [taskResult] = result.taskResults;
    expect(result.errors()).toEqual({});
    expect(taskResult?.scoredCount).toBe(5);
    expect(taskResult?.attempts.map(({ attemptIndex }) => attemptIndex)).toEqual([0, 1, 2, 3, 4]);
    const texts = taskResult?.attempts.map(({ run }) => run?.text);
    expect(new Set(texts).size).toBeGreaterThan(1);
  });
});
