import type { IncomingMessage } from "node:http";
import type { Fixture, Mountable, ServerInstance } from "@copilotkit/aimock";
import {
  invalidArgument,
  isModel,
  type JsonObject,
  type Model,
  refuseUnknownKeys,
} from "@rollouts/core";
import { loadAimock } from "./load-aimock.ts";
import { createMockDesk, type MockDesk, type MockRequest } from "./mock-desk.ts";
import { scriptedModel } from "./scripted-model.ts";
import type { ReplyFunction, ScriptedReply } from "./scripted-reply.ts";
import { slipCalculator } from "./slip-calculator.ts";

/** What `startMockOpenAI` takes. */
export interface StartMockOpenAIOptions {
  /**
   * Answers every request.
   * @defaultValue `slipCalculator()`
   */
  readonly model?: Model | undefined;
  /** Instead of `model`: the replies of a `scriptedModel`. */
  readonly replies?: readonly (ScriptedReply | ReplyFunction)[] | ReplyFunction | undefined;
  /**
   * A whole number from which the requests' own seeds come, by request number.
   * @defaultValue 0
   */
  readonly seed?: number | undefined;
}

/** A mock server that is running. */
export interface MockOpenAI {
  /** For a client's base URL; ends in `/v1`. */
  readonly baseURL: string;
  /** Every well-formed request so far, in order of arrival. */
  readonly requests: readonly MockRequest[];
  /** Aborts what is being answered, closes all connections and frees the port. */
  stop(): Promise<void>;
}

/**
 * Starts an HTTP server on 127.0.0.1 that speaks OpenAI's Responses and Chat Completions APIs and
 * lets a model answer. It accepts any key and any model name.
 *
 * The n-th request (from 0) reaches the model as attempt n of task `mock`, with a seed made from
 * `options.seed` and n. So K equal requests give K samples, and the same K on the next start. A
 * request that the model rejects is answered with status 500.
 *
 * @throws InvalidArgumentError when an option is none, RolloutsError (code `missing_dependency`)
 * when the optional peer `@copilotkit/aimock` cannot be loaded.
 */
export async function startMockOpenAI(options: StartMockOpenAIOptions = {}): Promise<MockOpenAI> {
  const { model, seed } = readOptions(options);
  const { createServer, handleResponses } = await loadAimock();
  const stopping = new AbortController();
  const desk = createMockDesk(model, seed, stopping.signal);

  // aimock turns a Responses body into a chat request and drops its text format, so this route
  // reads the body itself.
  const responsesRoute: Mountable = {
    async handleRequest(request, response, subPath) {
      if (request.method !== "POST" || subPath !== "/") return false;
      const raw = await readBody(request);
      const fixtures = [responsesFixture(desk, raw)];
      const { journal, defaults } = server;
      await handleResponses(request, response, raw, fixtures, journal, defaults, () => {});
      return true;
    },
  };
  const server: ServerInstance = await createServer(
    [chatFixture(desk)],
    { host: "127.0.0.1", port: 0 },
    [{ path: responsesPath, handler: responsesRoute }],
  );

  let stopped: Promise<void> | undefined;
  return {
    baseURL: `${server.url}/v1`,
    requests: desk.requests,
    stop() {
      stopping.abort(new Error("The mock server was stopped."));
      stopped ??= close(server);
      return stopped;
    },
  };
}

const responsesPath = "/v1/responses";

function readOptions(options: StartMockOpenAIOptions): { model: Model; seed: number } {
  refuseUnknownKeys(options, ["model", "replies", "seed"], "options");
  const { model, replies, seed = 0 } = options;
  if (model !== undefined && replies !== undefined)
    throw invalidArgument("replies", "left out", replies);
  if (model !== undefined && !isModel(model)) throw invalidArgument("model", "a model", model);
  if (!Number.isSafeInteger(seed)) throw invalidArgument("seed", "a whole number", seed);
  const fallback = replies === undefined ? slipCalculator : () => scriptedModel(replies);
  return { model: model ?? fallback(), seed };
}

function chatFixture(desk: MockDesk): Fixture {
  return {
    match: { endpoint: "chat" },
    response: (chat) => {
      // The last two are notes of aimock to itself.
      const { _endpointType, _context, ...body } = chat;
      return desk.answer(
        { path: "/v1/chat/completions", body: body as unknown as JsonObject },
        chat,
      );
    },
  };
}

function responsesFixture(desk: MockDesk, raw: string): Fixture {
  return {
    match: {},
    response: (chat) => desk.answer({ path: responsesPath, body: JSON.parse(raw) }, chat),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function close({ server }: ServerInstance): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}
