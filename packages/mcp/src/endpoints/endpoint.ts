import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { ConnectedClient } from "../mcp-tools-options.ts";
import type { Semaphore } from "../semaphore.ts";

/** Where connections come from. */
export interface Endpoint {
  /** Names the server in error messages. Holds no secrets. */
  readonly label: string;
  /** What must not be shown, should the server repeat it. */
  readonly secrets: readonly string[];
  /** Live connections that it holds already. */
  readonly connections?: readonly object[];
  /** Limits how many are started at once. Absent where starting costs little. */
  readonly starts?: Semaphore;
  /** Makes a connection that is not open yet. */
  connect(): Connection | Promise<Connection>;
}

/** One connection to a server. */
export interface Connection {
  readonly client: ConnectedClient;
  open(): Promise<void>;
  /** Closes it, however far it is open. Never rejects: by then nobody could do anything about it. */
  close(): Promise<void>;
  /** The end of what the server wrote to its stderr. */
  lastWords?(): string;
}

/** How long a server may take to say goodbye. The SDK gives processes the same. */
const graceMs = 2_000;

/** Makes a client that offers servers nothing: no sampling, no elicitation, no roots. */
export function createClient(): Client {
  return new Client({ name: "@rollouts/mcp", version: "v1" });
}

/** Takes a step of closing: waits for it, but not for long, and takes no notice of its failure. */
export async function settle(step: () => Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, graceMs);
  });
  const taken = (async () => step())();
  await Promise.race([taken.catch(() => undefined), patience]);
  clearTimeout(timer);
}
