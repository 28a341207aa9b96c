import { inMemoryStore } from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { defineAgent } from "../define-agent.ts";
import { runAgent } from "../run-agent.ts";

describe("session summaries", () => {
  it("are written after each run and stand in the prompt of the session's next one", async () => {
    const model = scriptedModel(["Hi.", "They met.", "Ho.", "They met twice."]);
    const agent = defineAgent({ model, instructions: "Be kind.", sessionSummaries: true });
    const store = inMemoryStore();
    await runAgent(agent, "Hello.", { store, sessionId: "s1" });
    const second = await runAgent(agent, "Again.", { store, sessionId: "s1" });
    expect(second.output).toBe("Ho.");
    expect(model.calls[0]?.messages[0]?.content).toBe("Be kind.");
    expect(model.calls[2]?.messages[0]?.content).toBe(
      "Be kind.\n\nWhat happened earlier in this session:\nThey met.",
    );
    expect(model.calls.map(({ messages }) => messages[1]?.content)).toEqual([
      "Hello.",
      JSON.stringify({
        earlierSummary: null,
        conversation: [
          { role: "user", content: "Hello." },
          { role: "assistant", content: "Hi." },
        ],
      }),
      "Again.",
      JSON.stringify({
        earlierSummary: "They met.",
        conversation: [
          { role: "user", content: "Again." },
          { role: "assistant", content: "Ho." },
        ],
      }),
    ]);
    expect(await store.get("summary/s1")).toBe("They met twice.");
    model.assertUsedUp();
  });

  it("are kept apart by session", async () => {
    const model = scriptedModel(["a", "Sum a.", "b", "Sum b."]);
    const agent = defineAgent({ model, sessionSummaries: true });
    const store = inMemoryStore();
    await runAgent(agent, "q", { store, sessionId: "s1" });
    await runAgent(agent, "q", { store, sessionId: "s2" });
    expect(model.calls[2]?.messages).toEqual([{ role: "user", content: "q" }]);
    expect(await store.list("")).toEqual(["summary/s1", "summary/s2"]);
  });

  it("stay what they were when a new one is cut", async () => {
    const model = scriptedModel(["a", "Whole.", "b", { text: "Cu", finishReason: "length" }]);
    const agent = defineAgent({ model, sessionSummaries: true });
    const store = inMemoryStore();
    await runAgent(agent, "q", { store, sessionId: "s" });
    const warned = new Promise<Error>((resolve) => process.once("warning", resolve));
    expect((await runAgent(agent, "q", { store, sessionId: "s" })).output).toBe("b");
    expect((await warned).message).toBe(
      "sessionSummaries: nothing of the run was kept: The model's reply was cut (length).",
    );
    expect(await store.get("summary/s")).toBe("Whole.");
  });
});
