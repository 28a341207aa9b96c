import type { Message, ModelRequest, ModelResponse } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { type ReplyFunction, scriptedModel } from "./index.ts";

function ask(text: string, extra: Partial<ModelRequest> = {}): ModelRequest {
  return {
    messages: [{ role: "user", content: text }],
    signal: new AbortController().signal,
    ...extra,
  };
}

describe("replies", () => {
  it("gives a string as text that stopped by itself, with unknown usage", async () => {
    const model = scriptedModel(["hello"]);

    expect(await model.generate(ask("hi"))).toStrictEqual({
      message: { role: "assistant", content: "hello" },
      finishReason: "stop",
    });
  });

  it("keeps an empty string apart from no text", async () => {
    const model = scriptedModel(["", { refusal: "no" }]);

    expect((await model.generate(ask("a"))).message.content).toBe("");
    expect((await model.generate(ask("b"))).message).toStrictEqual({
      role: "assistant",
      content: null,
      refusal: "no",
    });
  });

  it("fills in tool calls: compact JSON, verbatim text, ids by turn and place", async () => {
    const toolCalls = [
      { name: "add", arguments: { a: 1, b: [null, "x"] } },
      { name: "add", rawArguments: "{ not json" },
      { name: "add", arguments: null, id: "mine" },
    ];
    const model = scriptedModel([{ text: "thinking", toolCalls }, { toolCalls }]);
    const attempt = { taskId: "t", attemptIndex: 0, turn: 7, seed: 1 };

    expect(await model.generate(ask("a"))).toStrictEqual({
      message: {
        role: "assistant",
        content: "thinking",
        toolCalls: [
          { id: "call_0_0", name: "add", rawArguments: '{"a":1,"b":[null,"x"]}' },
          { id: "call_0_1", name: "add", rawArguments: "{ not json" },
          { id: "mine", name: "add", rawArguments: "null" },
        ],
      },
      finishReason: "tool-calls",
    });
    const second = await model.generate(ask("b", { attempt }));
    expect(second.message.toolCalls?.map((call) => call.id)).toEqual([
      "call_7_0",
      "call_7_1",
      "mine",
    ]);
  });

  it("passes on what a partial reply says and nothing else", async () => {
    const reply = {
      text: "cut",
      reasoning: "hm",
      finishReason: "length",
      usage: { outputTokens: 3 },
      served: { model: "m-1" },
    } as const;
    const model = scriptedModel([reply]);

    expect(await model.generate(ask("a"))).toStrictEqual({
      message: { role: "assistant", content: "cut", reasoning: "hm" },
      finishReason: "length",
      usage: { outputTokens: 3 },
      served: { model: "m-1" },
    });
  });

  it("gives a whole response as it is, a new copy for every call", async () => {
    const response: ModelResponse = {
      message: { role: "assistant", content: "x", providerItems: { p: [{ id: 1 }] } },
      finishReason: "other",
    };
    const model = scriptedModel([response, response]);
    const first = await model.generate(ask("a"));
    const second = await model.generate(ask("b"));

    expect(first).toStrictEqual(response);
    expect(second.message.providerItems).not.toBe(first.message.providerItems);
  });

  it("rejects with the very error of the script, or of a reply function", async () => {
    const scripted = new Error("scripted");
    const model = scriptedModel([
      scripted,
      () => scripted,
      () => {
        throw "a string";
      },
      () => Promise.reject(scripted),
    ]);

    await expect(model.generate(ask("a"))).rejects.toBe(scripted);
    await expect(model.generate(ask("b"))).rejects.toBe(scripted);
    await expect(model.generate(ask("c"))).rejects.toBe("a string");
    await expect(model.generate(ask("d"))).rejects.toBe(scripted);
  });

  it("hands a reply function the request and the index of the call", async () => {
    const seen: unknown[] = [];
    const reply: ReplyFunction = async (request, callIndex) => {
      seen.push(request, callIndex);
      return "late";
    };
    const model = scriptedModel(["first", reply]);
    const request = ask("b");
    await model.generate(ask("a"));

    expect((await model.generate(request)).message.content).toBe("late");
    expect(seen).toEqual([request, 1]);
  });

  it("gives replies in call order, whatever the order of settling", async () => {
    let settleFirst = (_text: string) => {};
    const first = new Promise<string>((resolve) => {
      settleFirst = resolve;
    });
    const model = scriptedModel([() => first, "two"]);
    const answers = [model.generate(ask("a")), model.generate(ask("b"))];
    expect((await answers[1])?.message.content).toBe("two");
    settleFirst("one");

    expect((await answers[0])?.message.content).toBe("one");
  });
});

describe("one function as the script", () => {
  it("answers concurrent attempts by what each of them is", async () => {
    const model = scriptedModel(
      (request) => `${request.attempt?.attemptIndex} ${request.attempt?.turn}`,
    );
    const attempts = [3, 1, 2, 0].map((attemptIndex) => ({
      taskId: "t",
      attemptIndex,
      turn: 1,
      seed: attemptIndex,
    }));
    const answers = await Promise.all(
      attempts.map((attempt) => model.generate(ask("a", { attempt }))),
    );

    expect(answers.map((answer) => answer.message.content)).toEqual(["3 1", "1 1", "2 1", "0 1"]);
    expect(() => model.assertUsedUp()).not.toThrow();
  });

  it("rejects when it gives nothing, naming the call", async () => {
    const script: string[] = [];
    const model = scriptedModel(() => script[0] as string);

    await expect(model.generate(ask("a"))).rejects.toMatchObject({
      code: "invalid_argument",
      message:
        "The reply to call 0 must be a string, a reply object, a model response or an Error, got undefined.",
    });
  });
});

describe("calls", () => {
  it("records requests as they were when asked, with the caller's own signal", async () => {
    const model = scriptedModel(["a", "b"]);
    const messages: Message[] = [{ role: "user", content: [{ type: "text", text: "one" }] }];
    const tools = [{ name: "t", parameters: { type: "object" } }];
    const request = { ...ask("one", { tools, toolChoice: "auto" }), messages };
    await model.generate(request);
    messages.push({ role: "user", content: "two" });
    Object.assign(messages[0] ?? {}, { content: "changed" });
    await model.generate(request);

    expect(model.calls.map((call) => call.messages)).toEqual([
      [{ role: "user", content: [{ type: "text", text: "one" }] }],
      [
        { role: "user", content: "changed" },
        { role: "user", content: "two" },
      ],
    ]);
    expect(model.calls[0]).toMatchObject({ tools, toolChoice: "auto" });
    expect(model.calls[0]?.signal).toBe(request.signal);
    expect(Object.keys(model.calls[0] ?? {})).not.toContain("onProgress");
  });

  it("records rejected calls too", async () => {
    const model = scriptedModel([]);
    await model.generate(ask("a")).catch(() => undefined);

    expect(model.calls).toHaveLength(1);
  });
});

describe("a script of the wrong length", () => {
  it("rejects a call beyond the last reply, saying how many there were and what was asked", async () => {
    const model = scriptedModel(["only"]);
    await model.generate(ask("a"));
    const attempt = { taskId: "sum\u001b[2J", attemptIndex: 2, turn: 1, seed: 5 };

    await expect(model.generate(ask("the second question", { attempt }))).rejects.toMatchObject({
      code: "script_used_up",
      message:
        'The script has 1 reply, and one more was asked for by attempt "sum\\u001b[2J"/2, turn 1 (last message: user: "the second question"). Add a reply, or find out who calls once too often.',
    });
  });

  it("names replies that were never asked for", async () => {
    const model = scriptedModel(["a", "b", "c"]);
    await model.generate(ask("a"));

    expect(() => model.assertUsedUp()).toThrow("2 of 3 scripted replies were never asked for.");
    await model.generate(ask("b"));
    await model.generate(ask("c"));
    expect(() => model.assertUsedUp()).not.toThrow();
  });

  it("remembers that it was asked for more than there is", async () => {
    const model = scriptedModel(["a"]);
    await model.generate(ask("a"));
    await expect(model.generate(ask("b"))).rejects.toMatchObject({ code: "script_used_up" });

    expect(() => model.assertUsedUp()).toThrow(
      "The script has 1 reply, and one more was asked for",
    );
  });

  it("is not changed by later changes to the array", async () => {
    const replies = ["a"];
    const model = scriptedModel(replies);
    replies.push("b");
    await model.generate(ask("a"));

    expect(() => model.assertUsedUp()).not.toThrow();
  });
});

describe("abort", () => {
  it("rejects with the reason of a signal that is aborted already, taking no reply", async () => {
    const reason = new Error("stop");
    const model = scriptedModel(["a"]);

    await expect(model.generate(ask("a", { signal: AbortSignal.abort(reason) }))).rejects.toBe(
      reason,
    );
    expect(() => model.assertUsedUp()).toThrow("1 of 1");
    expect((await model.generate(ask("b"))).message.content).toBe("a");
  });

  it("rejects with the reason while a reply never settles", async () => {
    const controller = new AbortController();
    const model = scriptedModel([() => new Promise<string>(() => {})]);
    const answer = model.generate(ask("a", { signal: controller.signal }));
    controller.abort("any value");

    await expect(answer).rejects.toBe("any value");
  });

  it("rejects with the reason when the reply function itself aborts", async () => {
    const controller = new AbortController();
    const stopAndAnswer: ReplyFunction = () => {
      controller.abort("stop");
      return "too late";
    };

    await expect(
      scriptedModel([stopAndAnswer]).generate(ask("a", { signal: controller.signal })),
    ).rejects.toBe("stop");
  });
});

describe("options", () => {
  it("names provider and model, in the identity too", () => {
    const model = scriptedModel([], { provider: "p", modelId: "m" });

    expect(model).toMatchObject({ specVersion: "v1", provider: "p", modelId: "m" });
    expect(model.identity()).toEqual({ policy: { provider: "p", modelId: "m" } });
    expect(scriptedModel([]).identity()).toEqual({
      policy: { provider: "scripted", modelId: "scripted" },
    });
    const identity = { policy: { any: 1 }, prompt: { system: "s" } };
    expect(scriptedModel([], { identity }).identity()).toBe(identity);
  });

  it.each([
    ["no array", "text", "replies must be an array or a function"],
    ["a number", [1], "replies[0] must be a string"],
    ["a promise", [Promise.resolve("a")], "replies[0] must be a string"],
    ["a misspelt key", ["a", { txt: "a" }], 'replies[1] has an unknown key "txt"'],
    ["tool calls that are no array", [{ toolCalls: {} }], "replies[0].toolCalls must be an array"],
    ["a tool call without a name", [{ toolCalls: [{ arguments: 1 }] }], "replies[0].toolCalls[0]"],
    ["a tool call without arguments", [{ toolCalls: [{ name: "t" }] }], "either arguments or raw"],
    [
      "a tool call with both",
      [{ toolCalls: [{ name: "t", arguments: 1, rawArguments: "1" }] }],
      "either arguments or raw",
    ],
    ["a text that is none", [{ text: 5 }], "replies[0].text must be a string, got 5"],
    ["a refusal that is no text", [{ refusal: {} }], "replies[0].refusal must be a string"],
    ["an id that is no text", [{ toolCalls: [{ name: "t", id: 1, arguments: 1 }] }], "[0].id must"],
    [
      "raw arguments that are no text",
      [{ toolCalls: [{ name: "t", rawArguments: {} }] }],
      "toolCalls[0].rawArguments must be a string",
    ],
    ...[5n, () => 1, Symbol("s")].map((argument): [string, unknown, string] => [
      "arguments that are no JSON",
      [{ toolCalls: [{ name: "t", arguments: argument }] }],
      "toolCalls[0].arguments must be a JSON value",
    ]),
  ])("refuses %s as a script", (_, replies, message) => {
    expect(() => scriptedModel(replies as unknown as [])).toThrow(message);
  });

  it("refuses an unknown option", () => {
    expect(() => scriptedModel([], { model: "m" } as object)).toThrow('unknown key "model"');
  });
});
