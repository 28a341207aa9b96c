import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { modelContract } from "@rollouts/testing";
import { afterAll, describe, it } from "vitest";
import { acme } from "../programs/acme.ts";

const server = createServer(async (request, response) => {
  const { turns } = (await json(request)) as { turns: { text: string }[] };
  const said = turns.map(({ text }) => text).join(" ");
  if (said.includes("wait")) return;
  if (said.includes("busy")) return void response.writeHead(429).end("too many requests");
  response.end(JSON.stringify({ text: said.toUpperCase(), tokens: { read: said.length } }));
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const makeModel = () => acme("m-1", { apiKey: "none", baseURL });

describe("the provider of core's README", () => {
  for (const { name, run } of modelContract({ makeModel })) it(name, run);

  it("stops when it is aborted", async () => {
    const cases = modelContract({ makeModel, waiting: makeModel(), input: "wait" });
    await cases.find(({ name }) => name.includes("aborted during"))?.run();
  });

  it("tells a rate limit", async () => {
    const failing = [{ model: makeModel(), errorClass: "rate-limit" as const }];
    await modelContract({ makeModel, failing, input: "busy" }).at(-1)?.run();
  });
});
