import type { ProviderError } from "@rollouts/core";
import { OpenAI as OpenAI6 } from "openai";
import { OpenAI as OpenAI7 } from "openai-7";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createOpenAI } from "../create-openai.ts";
import { requestOf, user } from "../requests.test-helper.ts";
import { loadPeer } from "./load-peer.ts";
import { apiKey, apis, jsonHead, useFaultServers, whole } from "./wire.test-helper.ts";

// The client that is made, rather than one of the user's, comes from either version of the peer.
vi.mock("./load-peer.ts");
afterEach(() => vi.unstubAllEnvs());

const serve = useFaultServers();

describe.each([
  ["6", OpenAI6],
  ["7", OpenAI7 as unknown as typeof OpenAI6],
])("the own client on openai %s", (_version, OpenAI) => {
  const open = (baseURL: string, api: (typeof apis)[number]) => {
    vi.mocked(loadPeer).mockResolvedValue({ OpenAI } as never);
    return createOpenAI({ apiKey, baseURL, api })("m");
  };

  test.each(apis)("%s: sends these headers and this body alone", async (api) => {
    vi.stubEnv("OPENAI_ORG_ID", "org-x");
    vi.stubEnv("OPENAI_PROJECT_ID", "project-x");
    vi.stubEnv("OPENAI_CUSTOM_HEADERS", "X-Odd: 1");
    const server = await serve([{ head: {} }, { body: whole[api] }, "end"]);
    const { message } = await open(`${server.baseURL}?v=1%202&v=a+b`, api).generate(
      requestOf([user]),
    );
    expect(message.content).toBe("42");
    const [sent] = server.requests;
    const path = api === "chat" ? "/v1/chat/completions" : "/v1/responses";
    expect(sent).toMatchObject({ method: "POST", path: `${path}?v=1%202&v=a+b` });
    expect(JSON.parse(sent?.body ?? "")).toMatchObject({ model: "m", stream: true });
    expect(sent?.headers).toEqual({
      accept: "text/event-stream, application/json",
      authorization: `Bearer ${apiKey}`,
      connection: "keep-alive",
      "content-length": String(sent?.body.length),
      "content-type": "application/json",
      host: new URL(server.baseURL).host,
      "user-agent": "rollouts-provider-openai",
    });
  });

  test.each(apis)("%s: a refusal of the server is read as one, once", async (api) => {
    const body = JSON.stringify({ error: { message: "later", code: "rate_limit_exceeded" } });
    const server = await serve([jsonHead(429, { "retry-after": "7" }), { body }, "end"]);
    const reply = open(server.baseURL, api).generate(requestOf([user]));
    const error = await reply.catch((thrown: unknown) => thrown as ProviderError);
    expect(error).toMatchObject({ errorClass: "rate-limit", status: 429, retryAfterMs: 7000 });
    expect(server.requests).toHaveLength(1);
  });

  test("a connection that breaks before the answer is a failure of the connection", async () => {
    const server = await serve(["reset"]);
    const reply = open(server.baseURL, "chat").generate(requestOf([user]));
    await expect(reply).rejects.toMatchObject({ errorClass: "connection", retryable: true });
  });

  test("an abort before the answer rejects with its reason and hangs up", async () => {
    const stop = new AbortController();
    const server = await serve(() => {
      stop.abort("enough");
      return ["stall"];
    });
    const reply = open(server.baseURL, "chat").generate(requestOf([user], { signal: stop.signal }));
    await expect(reply).rejects.toBe("enough");
    await server.hungUp();
  });
});
