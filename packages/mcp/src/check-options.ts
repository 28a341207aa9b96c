import {
  InvalidArgumentError,
  invalidArgument,
  isPlainObject,
  maxDelayMs,
  refuseUnknownKeys,
} from "@rollouts/core";
import { checkStrings } from "./check-strings.ts";
import type { Endpoint } from "./endpoints/endpoint.ts";
import { httpEndpoint } from "./endpoints/http-endpoint.ts";
import { inMemoryEndpoint } from "./endpoints/in-memory-endpoint.ts";
import { liveEndpoint } from "./endpoints/live-endpoint.ts";
import { stdioEndpoint } from "./endpoints/stdio-endpoint.ts";
import type {
  HttpServerOptions,
  InMemoryServerOptions,
  LiveClientOptions,
  McpToolsOptions,
  McpToolsSettings,
  StdioServerOptions,
} from "./mcp-tools-options.ts";
import type { Settings } from "./settings.ts";

/** Options that were checked. */
export interface CheckedOptions {
  readonly endpoint: Endpoint;
  readonly settings: Settings;
}

const kinds = ["command", "url", "server", "client"] as const;
type Kind = (typeof kinds)[number];

const settingKeys = ["prefix", "include", "callTimeoutMs", "startTimeoutMs"];
const keysOfKind: Readonly<Record<Kind, readonly string[]>> = {
  command: ["command", "args", "env", "cwd"],
  url: ["url", "headers"],
  server: ["server"],
  client: ["client"],
};

/** @throws InvalidArgumentError for options that are unknown, unusable or of more than one kind. */
export function checkOptions(options: McpToolsOptions): CheckedOptions {
  if (!isPlainObject(options)) throw invalidArgument("mcpTools", "given an object", options);
  const kind = kindOf(options);
  refuseUnknownKeys(options, [...keysOfKind[kind], ...settingKeys], "mcpTools");
  return { endpoint: toEndpoint(kind, options), settings: checkSettings(options) };
}

function kindOf(options: Readonly<Record<string, unknown>>): Kind {
  const given = kinds.filter((kind) => options[kind] !== undefined);
  const [kind] = given;
  if (kind !== undefined && given.length === 1) return kind;
  const found = given.length === 0 ? "none of them" : given.join(" and ");
  throw new InvalidArgumentError({
    argument: "mcpTools",
    message: `mcpTools must be given one of ${kinds.join(", ")}, got ${found}.`,
  });
}

function toEndpoint(kind: Kind, options: McpToolsOptions): Endpoint {
  switch (kind) {
    case "command":
      return stdioEndpoint(options as StdioServerOptions);
    case "url":
      return httpEndpoint(options as HttpServerOptions);
    case "server":
      return inMemoryEndpoint(options as InMemoryServerOptions);
    case "client":
      return liveEndpoint(options as LiveClientOptions);
  }
}

function checkSettings(options: McpToolsSettings): Settings {
  const { prefix = "", include, callTimeoutMs = 60_000, startTimeoutMs = 60_000 } = options;
  if (typeof prefix !== "string" || !/^[A-Za-z0-9_-]*$/.test(prefix)) {
    throw invalidArgument("prefix", "letters, digits, underscores or hyphens", prefix);
  }
  if (include !== undefined) checkStrings("include", include);
  checkDelay("callTimeoutMs", callTimeoutMs);
  checkDelay("startTimeoutMs", startTimeoutMs);
  return { prefix, include: include && [...include], callTimeoutMs, startTimeoutMs };
}

function checkDelay(argument: string, value: unknown): void {
  if (typeof value === "number" && value > 0 && value <= maxDelayMs) return;
  throw invalidArgument(argument, `over 0 and at most ${maxDelayMs}`, value);
}
