import {
  type AttemptContext,
  createAttemptContext,
  defineEnvironment,
  envFingerprint,
  FingerprintError,
  foldRun,
  type Message,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { defineAgent } from "../define-agent.ts";
import { runAgent } from "../run-agent.ts";
import type { Knowledge } from "./knowledge.ts";

/** A retriever with methods that need their object. */
class Shelf implements Knowledge {
  readonly mode: Knowledge["mode"];
  readonly identity = { corpus: "shelf", version: 1 };
  readonly queries: string[] = [];
  readonly contexts: AttemptContext[] = [];
  readonly texts: string[];

  constructor(mode: Knowledge["mode"], texts: string[] = ["Tea is hot.", "Ice is cold."]) {
    this.mode = mode;
    this.texts = texts;
  }

  async search(query: string, context: AttemptContext): Promise<string[]> {
    this.queries.push(query);
    this.contexts.push(context);
    return this.texts.filter((text) => text.includes(query.split(" ").at(-1) ?? ""));
  }

  add(text: string): void {
    this.texts.push(text);
  }
}

const search = (name: string) => ({
  toolCalls: [{ name: "search_knowledge", arguments: { query: name } }],
});

describe("knowledge as a tool", () => {
  it("gives the model what a search finds, as JSON", async () => {
    const knowledge = new Shelf("tool");
    const model = scriptedModel([search("what is hot"), search("sun"), "Tea."]);
    const run = await runAgent(defineAgent({ model, knowledge }), "q");
    expect(run.toolExecutions.map(({ result }) => result)).toEqual([
      '["Tea is hot."]',
      "Nothing was found.",
    ]);
    expect(knowledge.queries).toEqual(["what is hot", "sun"]);
    expect(model.calls[0]?.tools?.map(({ name }) => name)).toEqual([
      "search_knowledge",
      "add_knowledge",
    ]);
    expect(model.calls[0]?.messages).toEqual([{ role: "user", content: "q" }]);
  });

  it.each<[string, object, string]>([
    ["a query that is none", { query: "" }, "query must be a text that is not empty"],
    ["no query", {}, "got undefined"],
  ])("tells the model of %s", async (_what, input, message) => {
    const call = { toolCalls: [{ name: "search_knowledge", arguments: { ...input } }] };
    const model = scriptedModel([call, "ok"]);
    const run = await runAgent(defineAgent({ model, knowledge: new Shelf("tool") }), "q");
    expect(run.toolExecutions[0]).toMatchObject({
      status: "error",
      result: expect.stringContaining(message),
    });
  });

  it("tells the model what a search throws, or that it found no texts", async () => {
    const knowledge: Knowledge = {
      mode: "tool",
      search(query) {
        if (query === "throw") throw new Error("index is gone");
        return [{ text: "x" }] as never;
      },
    };
    const model = scriptedModel([search("throw"), search("x"), "ok"]);
    const run = await runAgent(defineAgent({ model, knowledge }), "q");
    expect(run.toolExecutions.map(({ result }) => result)).toEqual([
      "Error: index is gone",
      "Error: what knowledge.search gives must be a list of texts, got an array of 1.",
    ]);
  });

  it("lets the model add a text, when it can be added", async () => {
    const knowledge = new Shelf("tool", []);
    const add = { toolCalls: [{ name: "add_knowledge", arguments: { text: "Snow is white." } }] };
    const model = scriptedModel([add, search("white"), "ok"]);
    const run = await runAgent(defineAgent({ model, knowledge }), "q");
    expect(run.toolExecutions.map(({ result }) => result)).toEqual([
      "Added.",
      '["Snow is white."]',
    ]);
  });

  it("takes its names from the tools", () => {
    const tools = [
      { spec: { name: "search_knowledge", parameters: { type: "object" } }, execute: () => "" },
    ];
    expect(() =>
      defineAgent({ model: scriptedModel([]), tools, knowledge: new Shelf("tool") }),
    ).toThrow(
      'tools[0] and the tool of knowledge are both named "search_knowledge". Rename one of them.',
    );
  });

  it("can be what a tool choice names, but not its writing part, which attempts lack", () => {
    const model = scriptedModel([]);
    const knowledge = new Shelf("tool");
    defineAgent({ model, knowledge, toolChoice: { name: "search_knowledge" } });
    expect(() => defineAgent({ model, knowledge, toolChoice: { name: "add_knowledge" } })).toThrow(
      'toolChoice names "add_knowledge", which is none of the tools (search_knowledge).',
    );
  });
});

describe("knowledge as context", () => {
  it("puts what is found for the input into the system message", async () => {
    const knowledge = new Shelf("context", ["Tea is hot.", "Fire is hot."]);
    const model = scriptedModel(["Tea."]);
    await runAgent(defineAgent({ model, instructions: "Be exact.", knowledge }), "what is hot");
    expect(model.calls[0]?.messages).toEqual([
      {
        role: "system",
        content:
          "Be exact.\n\nPassages that were found for this request:\n\n[1] Tea is hot.\n\n[2] Fire is hot.",
      },
      { role: "user", content: "what is hot" },
    ]);
    expect(model.calls[0]?.tools?.map(({ name }) => name)).toEqual(["add_knowledge"]);
  });

  it.each<[string, readonly Message[], string[]]>([
    [
      "what the user said last",
      [
        { role: "user", content: "first" },
        { role: "assistant", content: "no" },
        { role: "user", content: [{ type: "text", text: "second" }] },
        { role: "assistant", content: "so" },
      ],
      ["second"],
    ],
    ["nothing when that is no text", [{ role: "user", content: [] }], []],
    ["nothing when no user said anything", [{ role: "system", content: "x" }], []],
  ])("searches for %s", async (_what, input, queries) => {
    const knowledge = new Shelf("context");
    const model = scriptedModel(["ok"]);
    await runAgent(defineAgent({ model, knowledge }), input);
    expect(knowledge.queries).toEqual(queries);
    expect(model.calls[0]?.messages).toEqual(input);
  });

  it("fails the run when the search fails", async () => {
    const knowledge: Knowledge = {
      mode: "context",
      search: () => Promise.reject(new Error("index is gone")),
    };
    const agent = defineAgent({ model: scriptedModel([]), knowledge });
    await expect(runAgent(agent, "q")).rejects.toThrow("index is gone");
  });
});

describe("I9: in an attempt", () => {
  it.each(["tool", "context"] as const)("knowledge is still found (%s)", async (mode) => {
    const knowledge = new Shelf(mode);
    const model = scriptedModel(mode === "tool" ? [search("what is hot"), "Tea."] : ["Tea."]);
    const context = createAttemptContext({ model });
    const events = [];
    for await (const event of defineAgent({ model, knowledge }).run("what is hot", context)) {
      events.push(event);
    }
    expect(JSON.stringify(model.calls.at(-1)?.messages)).toContain("Tea is hot.");
    expect(knowledge.contexts).toEqual([context]);
    expect(foldRun(events).output).toBe("Tea.");
  });
});

describe("the identity of knowledge", () => {
  const agentOf = (knowledge: Knowledge) => defineAgent({ model: scriptedModel([]), knowledge });
  const envOf = (knowledge: Knowledge) =>
    defineEnvironment({
      name: "e",
      agent: agentOf(knowledge),
      tasks: [{ input: "q" }],
      scorer: () => true,
    });
  const base: Knowledge = { mode: "tool", search: () => [], identity: { version: 1 } };

  it.each<[string, Partial<Knowledge>]>([
    ["its identity", { identity: { version: 2 } }],
    ["the mode", { mode: "context" }],
    ["that texts can be added", { add: () => undefined }],
  ])("%s flips the environment fingerprint", async (_what, change) => {
    expect(await envFingerprint(envOf({ ...base, ...change }))).not.toBe(
      await envFingerprint(envOf(base)),
    );
  });

  it("the code of the search does not", async () => {
    expect(await envFingerprint(envOf({ ...base, search: () => ["other"] }))).toBe(
      await envFingerprint(envOf(base)),
    );
  });

  it("is asked for by the fingerprint, not by runs", async () => {
    const { identity: _identity, ...nameless } = base;
    const error = await envFingerprint(envOf(nameless)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FingerprintError);
    expect(error).toMatchObject({
      path: "$.agent.knowledge.identity",
      message:
        '$.agent.knowledge.identity: it is missing, and the code of a search does not tell what it finds. Give knowledge an identity that changes with what can be found, such as { corpus: "manual", version: 3 }.',
    });
    const model = scriptedModel(["ok"]);
    expect((await runAgent(defineAgent({ model, knowledge: nameless }), "q")).output).toBe("ok");
  });
});
