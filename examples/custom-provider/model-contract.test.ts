import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { modelContract } from "@rollouts/testing";
import { afterAll, beforeAll, describe, it } from "vitest";
import { vendorModel } from "./vendor-model.ts";

let vendor: Server;
let baseURL: string;
beforeAll(async () => {
  vendor = createServer(async (request, response) => {
    const { prompt } = (await json(request)) as { prompt: string };
    if (prompt.includes("wait")) return;
    if (prompt.includes("busy")) return void response.writeHead(429).end("too many requests");
    response.end(JSON.stringify({ answer: prompt.toUpperCase(), read: prompt.length }));
  });
  await new Promise<void>((resolve) => vendor.listen(0, "127.0.0.1", resolve));
  baseURL = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
});
afterAll(() => {
  vendor.closeAllConnections();
  vendor.close();
});

const makeModel = () => vendorModel(baseURL, "shout-1");

describe("a provider of one's own keeps the contract of models", () => {
  for (const { name, run } of modelContract({ makeModel })) it(name, run);
});

describe("also while it waits, and when it fails", () => {
  it("stops when it is aborted", async () => {
    const cases = modelContract({ makeModel, waiting: makeModel(), input: "wait" });
    await cases.find(({ name }) => name.includes("aborted during"))?.run();
  });

  it("tells a rate limit", async () => {
    const failing = [{ model: makeModel(), errorClass: "rate-limit" as const }];
    await modelContract({ makeModel, failing, input: "busy" }).at(-1)?.run();
  });
});
