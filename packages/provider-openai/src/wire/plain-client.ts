import type { OpenAI } from "openai";

/** The transport sets them all. */
const noHeaders = new Headers();

/** Where the requests of a client go, and how. */
export interface Requests {
  readonly fetch: typeof globalThis.fetch;
  /** The query of every address: `?a=1`, or nothing. */
  readonly search: string;
}

/**
 * The class of a client that adds nothing to a request and sets no deadline for it: the transport sets
 * all headers, the model has its deadlines, and those of the client would cost more than the rest of it.
 */
export function plainClient(Client: typeof OpenAI, { fetch, search }: Requests): typeof OpenAI {
  return class PlainClient extends Client {
    override async buildRequest({ path, body, signal }: Parameters<OpenAI["buildRequest"]>[0]) {
      const url = this.buildURL(path, null) + search;
      const text = JSON.stringify(body);
      const req = { method: "post", headers: noHeaders, body: text, signal: signal ?? null };
      return { req, url, timeout: this.timeout };
    }

    override fetchWithTimeout(...[url, init]: Parameters<OpenAI["fetchWithTimeout"]>) {
      return fetch(url, init);
    }
  };
}
