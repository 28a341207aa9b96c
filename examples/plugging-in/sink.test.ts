import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { defineEnvironment, functionAgent } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { describe, expect, it } from "vitest";
import { startCollector, toSource } from "./collector.ts";
import { collectorSink } from "./sink.ts";

const env = defineEnvironment({
  name: "posted",
  agent: functionAgent({ run: (_, { attemptIndex }) => (attemptIndex === 1 ? "41" : "42") }),
  tasks: [{ id: "six-times-seven", input: "6 * 7 = ?", expected: "42" }],
  scorer: (run, expected) => run.output === expected,
});

describe("the example of a sink", () => {
  it("posts the plan, every attempt and the end", async () => {
    const collector = await startCollector();
    const result = await runRollouts(env, { k: 3, sink: collectorSink(collector.url("run")) });
    const records = collector.records("run");
    collector.stop();
    expect(records.map(({ type }) => type)).toEqual([
      "header",
      "attempt",
      "attempt",
      "attempt",
      "end",
    ]);
    const source = toSource(records);
    expect(source.header.envFingerprint).toBe(result.envFingerprint);
    for await (const task of source.tasks()) {
      expect(task).toMatchObject({ passedCount: 2, scoredCount: 3, inLearningZone: true });
    }
  });

  it("waits, when it is closed, for what is under way", async () => {
    const collector = await startCollector();
    const sink = collectorSink(collector.url("closed"));
    const end = { status: "finished", stoppedEarly: null, durationMs: 1 } as const;
    const appended = sink.append({ type: "end", end });
    await sink.close();
    expect(collector.records("closed")).toEqual([{ type: "end", end }]);
    await appended;
    collector.stop();
  });

  it("ends the run when the collector refuses a record", async () => {
    const server = createServer(async (request, response) => {
      const isAttempt = (await text(request)).includes('"type":"attempt"');
      response.writeHead(isAttempt ? 507 : 204).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const sink = collectorSink(`http://127.0.0.1:${port}/`);
    await expect(runRollouts(env, { k: 3, sink })).rejects.toMatchObject({
      code: "sink_failed",
      committedCount: 0,
      cause: { message: "The collector answered with status 507." },
    });
    server.closeAllConnections();
    server.close();
  });

  it("lets nothing run when there is no collector", async () => {
    const collector = await startCollector();
    collector.stop();
    const sink = collectorSink(collector.url("run"));
    await expect(runRollouts(env, { k: 3, sink })).rejects.toMatchObject({ code: "sink_failed" });
  });
});
