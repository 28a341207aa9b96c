import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import {
  type AttemptContext,
  describeThrown,
  describeValue,
  errorTypeOf,
  invalidArgument,
  isPlainObject,
  isRolloutsError,
  maxDelayMs,
  RolloutsError,
  type Tool,
} from "@rollouts/core";
import type { Endpoint } from "./endpoints/endpoint.ts";
import { limitTime } from "./limit-time.ts";
import type { ListedTool } from "./listed-tool.ts";
import type { McpServerError } from "./mcp-server-error.ts";
import type { OpenServer } from "./open-server.ts";
import { toResultText } from "./result-text.ts";
import { serverFailure } from "./server-failure.ts";

/** The tools of an open server, for one run. */
export interface OpenedTools {
  readonly tools: readonly Tool[];
  /** How the server failed, if it did. */
  failure(): McpServerError | undefined;
}

/**
 * Makes tools that call an open server. A call throws what the model is to be told: that the tool has
 * failed, was too slow, or that the server has failed, and then all further calls do.
 */
export function createTools(
  endpoint: Endpoint,
  { connection, tools }: OpenServer,
  timeoutMs: number,
): OpenedTools {
  const { client } = connection;
  let failure: McpServerError | undefined;

  async function call(tool: ListedTool, input: unknown, signal: AbortSignal): Promise<unknown> {
    if (!isPlainObject(input)) throw invalidArgument("the arguments", "a JSON object", input);
    if (failure !== undefined) throw failure;
    const params = { name: tool.serverName, arguments: input };
    const tooLate = () => toolFailed(`It gave no answer within ${timeoutMs / 1000} s.`);
    try {
      const result = await limitTime({ timeoutMs, signal, tooLate }, (own) =>
        client.request({ method: "tools/call", params }, CallToolResultSchema, {
          signal: own,
          timeout: maxDelayMs,
        }),
      );
      const text = toResultText(result);
      if (result.isError !== true) return text;
      throw toolFailed(text ?? "");
    } catch (error) {
      signal.throwIfAborted();
      if (isRolloutsError(error)) throw error;
      // Without a transport the connection is gone, which the SDK reports like an answer.
      const isConnected = client.transport !== undefined;
      if (isConnected && isAnswer(error)) throw toolFailed(describeThrown(error));
      const event = `failed during the call of ${describeValue(tool.serverName)}`;
      failure ??= serverFailure({ endpoint, connection, event, thrown: error });
      throw failure;
    }
  }

  return {
    failure: () => failure,
    tools: tools.map((tool) => ({
      spec: tool.spec,
      execute: (input: unknown, context: AttemptContext) => call(tool, input, context.signal),
    })),
  };
}

/** True for what the server answered itself, by name since another copy of the SDK may have thrown. */
function isAnswer(error: unknown): boolean {
  return errorTypeOf(error) === "McpError";
}

function toolFailed(message: string): RolloutsError {
  return new RolloutsError({ code: "mcp_tool_failed", message });
}
