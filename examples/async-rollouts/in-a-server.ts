// Two runs inside one running service: they share the process and nothing else.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ResultSummary } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const service = createServer(async (request, response) => {
  const { searchParams } = new URL(request.url ?? "/", "http://localhost");
  const seed = Number(searchParams.get("seed"));
  const gone = new AbortController();
  response.on("close", () => gone.abort()); // a client that hangs up stops its run

  const result = await runRollouts(environment, { k: 4, seed, signal: gone.signal });
  response.end(JSON.stringify(result.summary()));
});
service.listen(0, "127.0.0.1");
await once(service, "listening");
const { port } = service.address() as AddressInfo;

async function measure(seed: number) {
  const response = await fetch(`http://127.0.0.1:${port}/?seed=${seed}`);
  const summary = (await response.json()) as ResultSummary;
  return summary.tasks.map(({ passRate }) => passRate);
}

const together = await Promise.all([measure(1), measure(2)]);
const alone = [await measure(1), await measure(2)];
service.close();

console.log("at the same time:", together);
console.log("one by one:      ", alone);
assert.deepEqual(together, alone); // a seed decides a run, whatever runs beside it
