import type { Tool as McpTool } from "@modelcontextprotocol/sdk/types.js";
import {
  describeValue,
  frozenClone,
  InvalidArgumentError,
  invalidArgument,
  type JsonObject,
  type ToolSpec,
} from "@rollouts/core";
import { toSafeText } from "./safe-text.ts";

/** A tool of a server. */
export interface ListedTool {
  /** What the server calls it. */
  readonly serverName: string;
  /** What the model gets to see. */
  readonly spec: ToolSpec;
}

export interface ToolSelection {
  /** Names the server in error messages. */
  readonly label: string;
  readonly prefix: string;
  /** By the names of the server; undefined for all tools. */
  readonly include: readonly string[] | undefined;
}

const maxNameLength = 64;

/**
 * The tools to offer, sorted by name, so that every attempt has the same prompt whatever the order of
 * the server.
 *
 * Tools that only run as tasks are left out. Characters that providers refuse in a name become `_`.
 *
 * @throws InvalidArgumentError when there is none, one of `include` is missing, or a name cannot be
 * offered.
 */
export function selectTools(
  tools: readonly McpTool[],
  { label, prefix, include }: ToolSelection,
): readonly ListedTool[] {
  const callable = tools.filter(({ execution }) => execution?.taskSupport !== "required");
  const missing = include?.find((name) => !callable.some((tool) => tool.name === name));
  if (missing !== undefined) {
    const names = toSafeText(callable.map(({ name }) => name).join(", "), []);
    throw invalidArgument(
      "include",
      `names of tools of the MCP server ${label} (${names})`,
      missing,
    );
  }
  const chosen = callable.filter(({ name }) => include?.includes(name) ?? true);
  if (chosen.length === 0) {
    throw new InvalidArgumentError({
      argument: "mcpTools",
      message: `The MCP server ${label} has no tools, so the agent would run without them, unnoticed.`,
    });
  }
  const listed = chosen.map((tool) => toListedTool(tool, prefix, label));
  listed.sort((a, b) => (a.spec.name < b.spec.name ? -1 : 1));
  refuseEqualNames(listed, label);
  return listed;
}

function toListedTool(
  { name, description, inputSchema }: McpTool,
  prefix: string,
  label: string,
): ListedTool {
  const offeredName = prefix + name.replace(/[^A-Za-z0-9_-]/g, "_");
  if (offeredName.length > maxNameLength || offeredName === "") {
    const wanted = `1 to ${maxNameLength} characters long, with its prefix`;
    throw invalidArgument(`the name of a tool of the MCP server ${label}`, wanted, offeredName);
  }
  return {
    serverName: name,
    spec: frozenClone({
      name: offeredName,
      ...(description === undefined ? {} : { description }),
      parameters: inputSchema as JsonObject,
    }),
  };
}

function refuseEqualNames(sorted: readonly ListedTool[], label: string): void {
  for (const [index, { spec, serverName }] of sorted.entries()) {
    const next = sorted[index + 1];
    if (next?.spec.name !== spec.name) continue;
    throw new InvalidArgumentError({
      argument: "mcpTools",
      message: `Two tools of the MCP server ${label}, ${describeValue(serverName)} and ${describeValue(next.serverName)}, would both be named ${describeValue(spec.name)}. Leave one out with include.`,
    });
  }
}
