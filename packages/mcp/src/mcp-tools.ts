import type { AttemptContext, Json, ToolSource, ToolSpec } from "@rollouts/core";
import { checkOptions } from "./check-options.ts";
import { createKnownTools } from "./known-tools.ts";
import type { McpToolsOptions } from "./mcp-tools-options.ts";
import { openServer } from "./open-server.ts";
import { createTools } from "./opened-tools.ts";

/**
 * Makes the tools of an MCP server tools of an agent: put what it gives into the `tools` of
 * `defineAgent`.
 *
 * Every run has a connection of its own, which is closed when the run ends, however it ends: a
 * process for `command`, a session for `url`, a new server for `server`. A `client` is one connection
 * that is open already, and all runs of this source share it; `runRollouts` refuses it in an agent
 * that serves more than one attempt.
 *
 * The fingerprint is over names, descriptions and parameters of the tools that are offered. An attempt
 * that finds others than were listed first ends with an InvalidArgumentError. A server that fails
 * during an attempt costs that attempt: closing then throws an McpServerError. In production
 * (`runAgent`) neither happens: the tools of the moment are offered, and the model is told of the failure.
 *
 * @throws InvalidArgumentError for options that are unknown, unusable or of more than one kind.
 */
export function mcpTools(options: McpToolsOptions): ToolSource {
  const { endpoint, settings } = checkOptions(options);
  const { connections } = endpoint;
  const known = createKnownTools(endpoint.label);
  let listing: Promise<readonly ToolSpec[]> | undefined;

  async function list(): Promise<readonly ToolSpec[]> {
    const { connection, tools } = await openServer(
      endpoint,
      settings,
      new AbortController().signal,
    );
    await connection.close();
    return known.take(tools.map(({ spec }) => spec));
  }

  async function identity(): Promise<Json> {
    const listed = known.current();
    if (listed !== undefined) return toIdentity(listed);
    listing ??= list().finally(() => {
      listing = undefined;
    });
    return toIdentity(await listing);
  }

  async function open(context: AttemptContext): ReturnType<ToolSource["open"]> {
    const opened = await openServer(endpoint, settings, context.signal);
    const isAttempt = context.writes === "sealed";
    try {
      if (isAttempt) known.take(opened.tools.map(({ spec }) => spec));
    } catch (error) {
      await opened.connection.close();
      throw error;
    }
    const { tools, failure } = createTools(endpoint, opened, settings.callTimeoutMs);
    return {
      tools,
      async close() {
        await opened.connection.close();
        const error = failure();
        if (isAttempt && error !== undefined) throw error;
      },
    };
  }

  return Object.freeze<ToolSource>({
    specVersion: "v1",
    identity,
    ...(connections === undefined ? {} : { connections: () => connections }),
    open,
  });
}

function toIdentity(tools: readonly ToolSpec[]): Json {
  return { kind: "mcp", tools: tools.map((spec) => ({ ...spec })) };
}
