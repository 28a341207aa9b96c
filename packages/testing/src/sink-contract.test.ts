import {
  type AttemptResult,
  type ResultRecord,
  type ResultSink,
  type ResultSource,
  summarizeTask,
} from "@rollouts/core";
import { describe, expect, it } from "vitest";
import type { SinkContractOptions } from "./sink-contract/sink-subject.ts";
import { sinkContract } from "./sink-contract.ts";

type Flaw =
  | "version"
  | "resolves early"
  | "close does not wait"
  | "takes records after close"
  | "completion order"
  | "keeps the object"
  | "forgets rescores"
  | "loses the run of a rescore"
  | "no end"
  | "forgets what it held"
  | "no resumeFrom"
  | "rejects";

/** Sinks that keep records in memory, with a fault. */
function inMemory(flaw?: Flaw): SinkContractOptions {
  const store = new Map<string, ResultRecord[]>();
  const open = (name: string, resumeFrom?: ResultSource): ResultSink => {
    const records = resumeFrom && flaw !== "forgets what it held" ? (store.get(name) ?? []) : [];
    store.set(name, records);
    let isClosed = false;
    const delayed: ResultRecord[] = [];
    return {
      specVersion: (flaw === "version" ? "v2" : "v1") as "v1",
      ...(resumeFrom === undefined || flaw === "no resumeFrom" ? {} : { resumeFrom }),
      async append(record) {
        if (isClosed && flaw !== "takes records after close") throw new Error("closed");
        if (flaw === "rejects" && record.type === "rescore") throw new Error("no rescores here");
        const kept = flaw === "keeps the object" ? record : structuredClone(record);
        if (flaw === "resolves early") delayed.push(kept);
        else if (flaw === "close does not wait") setImmediate(() => records.push(kept));
        else records.push(kept);
      },
      async close() {
        isClosed = true;
        records.push(...delayed.splice(0));
      },
    };
  };
  const read = (name: string) => toResult(store.get(name) ?? [], flaw);
  return { create: (name) => open(name), read, resume: (name) => open(name, read(name)) };
}

function toResult(records: readonly ResultRecord[], flaw: Flaw | undefined): ResultSource {
  const plan = records.find((record) => record.type === "header");
  if (plan === undefined) throw new Error("nothing is there");
  const attempts = new Map<string, AttemptResult>();
  for (const record of records) {
    if (record.type !== "attempt" && record.type !== "rescore") continue;
    const { attempt } = record;
    const label = JSON.stringify([attempt.taskId, attempt.attemptIndex]);
    if (record.type === "rescore" && flaw === "forgets rescores") continue;
    const run = record.type === "rescore" ? (attempts.get(label)?.run ?? null) : attempt.run;
    attempts.set(label, flaw === "loses the run of a rescore" ? attempt : { ...attempt, run });
  }
  const end = records.find((record) => record.type === "end")?.end ?? null;
  const attemptsOf = (id: string) => {
    const own = [...attempts.values()].filter(({ taskId }) => taskId === id);
    return flaw === "completion order" ? own : own.sort((a, b) => a.attemptIndex - b.attemptIndex);
  };
  return {
    specVersion: "v1",
    header: { ...plan.header, end: flaw === "no end" ? null : end },
    async *tasks() {
      for (const task of plan.tasks) yield summarizeTask(task, attemptsOf(task.id));
    },
    async *attempts(taskId) {
      yield* attemptsOf(taskId);
    },
  };
}

/** The names of the cases that fail. */
async function failuresOf(options: SinkContractOptions): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, run } of sinkContract(options)) {
    try {
      await run();
    } catch (error) {
      expect(error).toMatchObject({ code: "sink_contract" });
      failed.push(name);
    }
  }
  return failed;
}

const cases = {
  shape: "specVersion is v1, and a new sink holds nothing",
  order: "takes header, attempts, rescores and end, in order",
  closed: "append rejects after close; closing twice is fine",
  settled: "append has settled: the record can be read, before close",
  close: "close waits for what was appended",
  anyOrder: "attempts come in any order, and are read by task and index",
  snapshot: "a record is kept as it was when it was appended",
  rescore: "a rescore gives another verdict, and keeps the run",
  ends: "header and end can be read",
  resume: "resumeFrom holds what is there, and the rest is added to it",
};

describe("sinkContract", () => {
  it("passes a sink that keeps the contract, in any order and more than once", async () => {
    const options = inMemory();

    expect(sinkContract(options).map(({ name }) => name)).toEqual(Object.values(cases));
    expect(await failuresOf(options)).toEqual([]);
    expect(await failuresOf(options)).toEqual([]);
  });

  it.each<[Flaw, (keyof typeof cases)[]]>([
    ["version", ["shape"]],
    ["takes records after close", ["closed"]],
    ["completion order", ["anyOrder"]],
    ["keeps the object", ["snapshot"]],
    ["forgets rescores", ["rescore"]],
    ["loses the run of a rescore", ["rescore"]],
    ["no end", ["ends"]],
    ["forgets what it held", ["resume"]],
    ["no resumeFrom", ["resume"]],
    ["rejects", ["order", "rescore"]],
  ])("finds a sink with the fault: %s", async (flaw, failing) => {
    expect(await failuresOf(inMemory(flaw))).toEqual(failing.map((name) => cases[name]));
  });

  it("finds a sink that settles before the record is safe, or closes too early", async () => {
    for (const flaw of ["resolves early", "close does not wait"] as const) {
      const { create, read } = inMemory(flaw);
      const broken = { create, read: async (name: string) => (await read?.(name)) as ResultSource };
      const failed: string[] = [];
      for (const { name, run } of sinkContract(broken)) await run().catch(() => failed.push(name));
      expect(failed, flaw).toContain(cases.settled);
    }
  });

  it("leaves out what cannot be checked", () => {
    const { create, read } = inMemory();

    expect(sinkContract({ create })).toHaveLength(3);
    expect(sinkContract({ create, read })).toHaveLength(9);
  });

  it("says what was done when a sink rejects", async () => {
    const cases = sinkContract({
      create: () => ({ specVersion: "v1", append: async () => {}, close: () => Promise.reject(1) }),
    });

    await expect(cases[0]?.run()).rejects.toThrow("close() rejects: 1");
  });

  it.each([
    [{}, "create must be a function of a name, got undefined"],
    [{ create: () => {}, read: 1 }, "read must be a function of a name, got 1"],
    [{ create: () => {}, resume: () => {} }, "since resume is given"],
    [{ create: () => {}, reed: () => {} }, 'unknown key "reed"'],
  ])("refuses the options %j", (options, message) => {
    expect(() => sinkContract(options as never)).toThrow(message);
  });
});
