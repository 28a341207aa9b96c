import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ModelRequest } from "@rollouts/core";
import { afterEach, describe, expect, it } from "vitest";
import {
  type MockOpenAI,
  type StartMockOpenAIOptions,
  scriptedModel,
  slipCalculator,
  startMockOpenAI,
} from "./index.ts";
import { loadAimock } from "./load-aimock.ts";

const running: MockOpenAI[] = [];

async function start(options?: StartMockOpenAIOptions): Promise<MockOpenAI> {
  const mock = await startMockOpenAI(options);
  running.push(mock);
  return mock;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((mock) => mock.stop()));
});

async function post(mock: MockOpenAI, path: string, body: unknown) {
  const response = await fetch(`${mock.baseURL}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer any" },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

/** The parts of both APIs' answers that the tests look at. */
interface Answer {
  readonly output: { type: string; content?: { text: string }[]; [key: string]: unknown }[];
  readonly choices: { message: Record<string, unknown>; finish_reason: string }[];
  readonly usage: Record<string, number>;
  readonly status: string;
}

async function ask(mock: MockOpenAI, path: string, body: unknown): Promise<Answer> {
  const { status, text } = await post(mock, path, body);
  expect({ status, text }).toMatchObject({ status: 200 });
  return JSON.parse(text);
}

async function askResponses(mock: MockOpenAI, input: string): Promise<string | undefined> {
  const { output } = await ask(mock, "/responses", { model: "m", input });
  return output[0]?.content?.[0]?.text;
}

async function askChat(mock: MockOpenAI, content: string): Promise<unknown> {
  const messages = [{ role: "user", content }];
  const { choices } = await ask(mock, "/chat/completions", { model: "m", messages });
  return choices[0]?.message.content;
}

const schema = {
  type: "object",
  properties: { value: { type: "integer" } },
  required: ["value"],
  additionalProperties: false,
};

describe("by default", () => {
  it("answers arithmetic over both APIs", async () => {
    const mock = await start();

    expect(mock.baseURL).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(await askResponses(mock, "Multiply 17 by 23.")).toBe("391");
    expect(await askChat(mock, "Multiply 17 by 23.")).toBe("391");
    expect(await askChat(mock, "Hello?")).toBe("I cannot tell");
  });

  it("meets the JSON schema that a request of either API asks for", async () => {
    const mock = await start();
    const question = { role: "user", content: [{ type: "input_text", text: "What is 17 * 23?" }] };
    const responses = await ask(mock, "/responses", {
      model: "m",
      input: [question],
      text: { format: { type: "json_schema", name: "answer", strict: true, schema } },
    });
    const chat = await ask(mock, "/chat/completions", {
      model: "m",
      messages: [{ role: "user", content: [{ type: "text", text: "What is 17 * 23?" }] }],
      response_format: { type: "json_schema", json_schema: { name: "answer", schema } },
    });

    expect(responses.output[0]?.content?.[0]?.text).toBe('{"value":391}');
    expect(chat.choices[0]?.message.content).toBe('{"value":391}');
  });

  it("streams over both APIs", async () => {
    const mock = await start();
    const input = "What is 17 * 23?";
    const responses = await post(mock, "/responses", { model: "m", input, stream: true });
    const chat = await post(mock, "/chat/completions", {
      model: "m",
      messages: [{ role: "user", content: input }],
      stream: true,
    });

    expect(responses.text).toContain('"type":"response.completed"');
    expect(responses.text).toContain('"delta":"391"');
    expect(chat.text).toContain('"content":"391"');
    expect(chat.text.trimEnd()).toMatch(/data: \[DONE\]$/);
  });
});

describe("samples", () => {
  const model = slipCalculator({ slipRate: 0.02 });
  const question = "Multiply 271828 by 161803.";

  it("differ between equal requests and are the same on the next start", async () => {
    const sample = async (seed?: number) => {
      const mock = await start({ model, seed });
      const asked = Array.from({ length: 12 }, (_, index) =>
        index % 2 === 0 ? askResponses(mock, question) : askChat(mock, question),
      );
      return (await Promise.all(asked)).sort();
    };
    const first = await sample();

    expect(new Set(first).size).toBeGreaterThan(2);
    expect(first).toContain("43982585884");
    expect(await sample(0)).toEqual(first);
    expect(await sample(1)).not.toEqual(first);
  });

  it("come from attempts numbered by request, each with its own seed", async () => {
    const scripted = scriptedModel(() => "ok");
    const mock = await start({ model: scripted });
    await Promise.all(Array.from({ length: 50 }, () => askChat(mock, "hi")));
    const attempts = scripted.calls.map((call) => call.attempt);

    expect(attempts.map((attempt) => attempt?.attemptIndex)).toEqual([...Array(50).keys()]);
    expect(attempts[0]).toMatchObject({ taskId: "mock", turn: 0 });
    expect(new Set(attempts.map((attempt) => attempt?.seed)).size).toBe(50);
  });
});

describe("what the model is asked", () => {
  const call = { name: "add", arguments: '{"a":1}' };
  const parameters = { type: "object", properties: { a: { type: "number" } } };
  const expected: Partial<ModelRequest> = {
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Go." },
      {
        role: "assistant",
        content: null,
        toolCalls: [{ id: "c1", name: "add", rawArguments: '{"a":1}' }],
      },
      { role: "tool", toolCallId: "c1", content: "3" },
    ],
    tools: [{ name: "add", description: "Adds.", parameters }],
    toolChoice: { name: "add" },
    output: { name: "answer", description: "The sum.", schema },
  };

  it("is the conversation of a Responses request", async () => {
    const model = scriptedModel(["ok"]);
    await ask(await start({ model }), "/responses", {
      model: "m",
      instructions: "Be brief.",
      input: [
        { role: "user", content: "Go." },
        { type: "reasoning", id: "r", summary: [] },
        { type: "function_call", call_id: "c1", ...call },
        { type: "function_call_output", call_id: "c1", output: "3" },
      ],
      tools: [{ type: "function", name: "add", description: "Adds.", parameters, strict: true }],
      tool_choice: { type: "function", name: "add" },
      text: { format: { type: "json_schema", name: "answer", description: "The sum.", schema } },
    });

    expect(model.calls[0]).toMatchObject(expected);
  });

  it("is the conversation of a Chat Completions request, images included", async () => {
    const model = scriptedModel(["ok", "ok"]);
    const mock = await start({ model });
    await ask(mock, "/chat/completions", {
      model: "m",
      messages: [
        { role: "developer", content: [{ type: "text", text: "Be brief." }] },
        { role: "user", content: "Go." },
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "c1", type: "function", function: call }],
        },
        { role: "tool", tool_call_id: "c1", content: "3" },
      ],
      tools: [{ type: "function", function: { name: "add", description: "Adds.", parameters } }],
      tool_choice: { type: "function", function: { name: "add" } },
      response_format: {
        type: "json_schema",
        json_schema: { name: "answer", description: "The sum.", schema },
      },
    });
    const url = "https://example.com/a.png";
    const content = [
      { type: "text", text: "Look." },
      { type: "image_url", image_url: { url } },
    ];
    await ask(mock, "/chat/completions", { model: "m", messages: [{ role: "user", content }] });

    expect(model.calls[0]).toMatchObject(expected);
    expect(model.calls[1]).toMatchObject({
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "Look." },
            { type: "image", url },
          ],
        },
      ],
    });
    expect(Object.keys(model.calls[1] ?? {}).sort()).toEqual(["attempt", "messages", "signal"]);
  });

  it("is recorded as it came", async () => {
    const mock = await start({ replies: () => "ok" });
    const first = { model: "m", input: "hi", metadata: { a: null }, temperature: 0.5 };
    const second = { model: "m", messages: [{ role: "user", content: "hi" }], user: "u" };
    await ask(mock, "/responses", first);
    await ask(mock, "/chat/completions", second);

    expect(mock.requests).toEqual([
      { path: "/v1/responses", body: first },
      { path: "/v1/chat/completions", body: second },
    ]);
  });
});

describe("what goes back", () => {
  const toolCalls = [
    { id: "c1", name: "add", arguments: { a: 1 } },
    { id: "c2", name: "add", rawArguments: "{ broken" },
  ];

  it("are the model's tool calls, with and without text", async () => {
    const mock = await start({
      replies: [{ toolCalls }, { toolCalls }, { text: "First", toolCalls }],
    });
    const messages = [{ role: "user", content: "hi" }];
    const responses = await ask(mock, "/responses", { model: "m", input: "hi" });
    const chat = await ask(mock, "/chat/completions", { model: "m", messages });
    const both = await ask(mock, "/responses", { model: "m", input: "hi" });

    expect(responses.output).toMatchObject([
      { type: "function_call", call_id: "c1", name: "add", arguments: '{"a":1}' },
      { type: "function_call", call_id: "c2", name: "add", arguments: "{ broken" },
    ]);
    expect(chat.choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: {
        content: null,
        tool_calls: [
          { id: "c1", function: { name: "add", arguments: '{"a":1}' } },
          { id: "c2", function: { name: "add", arguments: "{ broken" } },
        ],
      },
    });
    expect(both.output.map((item) => item.type)).toEqual([
      "message",
      "function_call",
      "function_call",
    ]);
  });

  it("are finish reason and usage where the model gives them", async () => {
    const usage = { inputTokens: 11, outputTokens: 7 };
    const reply = { text: "cut", finishReason: "length", usage } as const;
    const mock = await start({ replies: [reply, reply] });
    const messages = [{ role: "user", content: "hi" }];

    expect(await ask(mock, "/chat/completions", { model: "m", messages })).toMatchObject({
      choices: [{ finish_reason: "length" }],
      usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
    });
    expect(await ask(mock, "/responses", { model: "m", input: "hi" })).toMatchObject({
      status: "incomplete",
      usage: { input_tokens: 11, output_tokens: 7, total_tokens: 18 },
    });
  });

  it("is status 500 with the message when the model rejects or refuses", async () => {
    const mock = await start({
      replies: [new Error("no answer today"), { refusal: "I must not" }],
    });
    const messages = [{ role: "user", content: "hi" }];
    const rejected = await post(mock, "/responses", { model: "m", input: "hi" });
    const refused = await post(mock, "/chat/completions", { model: "m", messages });
    const beyond = await post(mock, "/responses", { model: "m", input: "hi" });

    expect(rejected).toMatchObject({
      status: 500,
      text: expect.stringContaining("no answer today"),
    });
    expect(refused).toMatchObject({ status: 500, text: expect.stringContaining("refusal") });
    expect(beyond).toMatchObject({ status: 500, text: expect.stringContaining("has 2 replies") });
  });

  it("is status 400 for a body that is no request, which is not recorded", async () => {
    const mock = await start();

    expect((await post(mock, "/responses", [1])).status).toBe(400);
    expect((await post(mock, "/chat/completions", { model: "m" })).status).toBe(400);
    expect(mock.requests).toEqual([]);
  });
});

describe("stop", () => {
  it("ends what is being answered and frees the port, once and again", async () => {
    let asked = () => {};
    const beingAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const model = scriptedModel(() => {
      asked();
      return new Promise<string>(() => {});
    });
    const mock = await startMockOpenAI({ model });
    const answer = askChat(mock, "hi").catch((error: unknown) => error);
    await beingAsked;
    await Promise.all([mock.stop(), mock.stop()]);

    expect(await answer).toBeInstanceOf(TypeError);
    expect(model.calls[0]?.signal.reason).toMatchObject({
      message: "The mock server was stopped.",
    });
    const next = createServer();
    const port = Number(new URL(mock.baseURL).port);
    await new Promise<void>((resolve) => next.listen(port, "127.0.0.1", resolve));
    expect((next.address() as AddressInfo).port).toBe(port);
    await new Promise((resolve) => next.close(resolve));
  });
});

describe("options", () => {
  it.each([
    ["a misspelt key", { modle: 1 }, 'unknown key "modle"'],
    [
      "both model and replies",
      { model: slipCalculator(), replies: [] },
      "replies must be left out",
    ],
    ["no model", { model: "gpt" }, 'model must be a model, got "gpt"'],
    ["a seed that is no whole number", { seed: 0.5 }, "seed must be a whole number, got 0.5"],
    ["replies that are none", { replies: [1] }, "replies[0] must be a string"],
    ["null for replies", { replies: null }, "replies must be an array or a function"],
  ])("refuses %s", async (_, options, message) => {
    await expect(startMockOpenAI(options as StartMockOpenAIOptions)).rejects.toThrow(message);
  });

  it("says what to install when the mock server is missing", async () => {
    const cause = new Error("Cannot find package");

    await expect(loadAimock(() => Promise.reject(cause))).rejects.toMatchObject({
      code: "missing_dependency",
      message: expect.stringContaining("npm install @copilotkit/aimock"),
      cause,
    });
  });
});
