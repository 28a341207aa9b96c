import { type ModelProgress, ProviderError } from "@rollouts/core";
import { type FaultScript, type FaultServer, startFaultServer } from "@rollouts/testing";
import { OpenAI } from "openai";
import { OpenAI as OpenAI7 } from "openai-7";
import { afterEach, expect } from "vitest";
import { createOpenAI } from "../create-openai.ts";
import type { OpenAIApi } from "../openai-client.ts";
import type { ProfileName } from "../profile.ts";
import { requestOf, user } from "../requests.test-helper.ts";
import type { OpenAISettings } from "../settings.ts";

export const apiKey = "sk-very-secret-key";
export const apis = ["responses", "chat"] as const;

interface Address {
  readonly baseURL: string;
  readonly api: OpenAIApi;
  readonly profile?: ProfileName | undefined;
}

export type Make = (address: Address) => ReturnType<typeof createOpenAI>;

/** Every way to a server: the package's own client, and a user's, of both versions. */
export const clients: readonly [name: string, make: Make][] = [
  ["its own client", (address) => createOpenAI({ apiKey, ...address })],
  [
    "a client of openai 6",
    ({ baseURL, ...others }) =>
      createOpenAI({ client: new OpenAI({ apiKey, baseURL, logLevel: "off" }), ...others }),
  ],
  [
    "a client of openai 7",
    ({ baseURL, ...others }) =>
      createOpenAI({ client: new OpenAI7({ apiKey, baseURL, logLevel: "off" }), ...others }),
  ],
];

/** Starts servers that are stopped after each test. */
export function useFaultServers(): (script: FaultScript) => Promise<FaultServer> {
  const servers: FaultServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
  });
  return async (script) => {
    const server = await startFaultServer(script);
    servers.push(server);
    return server;
  };
}

export interface CallOptions {
  readonly api?: OpenAIApi;
  readonly profile?: ProfileName;
  readonly settings?: OpenAISettings;
}

/** Calls to servers that answer as a script says. */
export function callsWith(make: Make, serve: (script: FaultScript) => Promise<FaultServer>) {
  async function call(script: FaultScript, { api = "chat", profile, settings }: CallOptions = {}) {
    const server = await serve(script);
    const seen: string[] = [];
    const onProgress = (progress: ModelProgress) => {
      seen.push(progress.type === "text-delta" ? progress.text : progress.type);
    };
    const model = make({ baseURL: server.baseURL, api, profile })("m", settings);
    return { reply: model.generate({ ...requestOf([user]), onProgress }), seen, server };
  }

  /** A call that must fail, with its error. */
  async function failWith(script: FaultScript, options?: CallOptions) {
    const { reply, seen, server } = await call(script, options);
    const error: unknown = await reply.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProviderError);
    return { error: error as ProviderError, seen, server };
  }

  return { call, failWith };
}

/** Text of events, one for each value; a string stands for itself. */
export function events(...values: readonly unknown[]): string {
  const lines = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  return lines.map((line) => `data: ${line}\n\n`).join("");
}

/** A chunk of Chat Completions. */
export function delta(members: object, finish_reason: string | null = null) {
  return { id: "c1", model: "m-1", choices: [{ index: 0, delta: members, finish_reason }] };
}

/** The head of an answer that does not stream. */
export function jsonHead(status = 200, headers: Record<string, string> = {}) {
  return { head: { status, headers: { "content-type": "application/json", ...headers } } };
}

export const output = [{ type: "message", content: [{ type: "output_text", text: "42" }] }];

/** Streams of the reply `42`. */
export const whole = {
  responses: events(
    { type: "response.created", response: { status: "in_progress" } },
    { type: "response.output_text.delta", output_index: 0, delta: "4" },
    { type: "response.output_text.delta", output_index: 0, delta: "2" },
    { type: "response.completed", response: { status: "completed", output } },
  ),
  chat: events(
    delta({ role: "assistant", content: "" }),
    delta({ content: "4" }),
    delta({ content: "2" }),
    delta({}, "stop"),
    {
      id: "c1",
      choices: [],
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    },
    "[DONE]",
  ),
};

/** The beginnings of streams, with the text `par`. */
export const begun = {
  responses: events({ type: "response.output_text.delta", output_index: 0, delta: "par" }),
  chat: events(delta({ content: "par" })),
};
