import type { AttemptResult, ResultRecord, ResultSink } from "@rollouts/core";
import { sinkBroken } from "../contract/broken.ts";
import type { ContractCase } from "../contract/contract-case.ts";
import { attemptRecord, endRecord, headerRecord, makeAttempt, tasks } from "./sink-records.ts";
import {
  appendAll,
  close,
  expectAttempts,
  expectSettled,
  newName,
  type Reader,
  type SinkContractOptions,
} from "./sink-subject.ts";

const places = tasks.flatMap((_, position) => [0, 1, 2].map((index) => [position, index] as const));
const all = places.map(([position, index]) => makeAttempt(position, index));

/** What a sink must keep of the records, for sinks that can be read. */
export function sinkKeepingCases(
  { create, resume }: SinkContractOptions,
  read: Reader,
): readonly ContractCase[] {
  const onNew = (check: (sink: ResultSink, name: string) => Promise<void>) => async () => {
    const name = newName();
    await check(await create(name), name);
  };
  return [
    {
      name: "append has settled: the record can be read, before close",
      run: onNew(async (sink, name) => {
        await appendAll(sink, [headerRecord, attemptRecord(1, 2)]);
        await expectAttempts(await read(name), [makeAttempt(1, 2)]);
        await close(sink);
      }),
    },
    {
      name: "close waits for what was appended",
      run: onNew(async (sink, name) => {
        const appended = Promise.all([headerRecord, ...records(), endRecord].map(append(sink)));
        appended.catch(() => undefined); // looked at below
        await close(sink);
        // Before the appends are awaited, which would do the waiting for it.
        await expectAttempts(await read(name), all);
        await expectSettled("append()", appended);
      }),
    },
    {
      name: "attempts come in any order, and are read by task and index",
      run: onNew(async (sink, name) => {
        await appendAll(sink, [headerRecord, ...records().reverse(), endRecord]);
        await close(sink);
        await expectAttempts(await read(name), all);
      }),
    },
    {
      name: "a record is kept as it was when it was appended",
      run: onNew((sink, name) => checkSnapshot(sink, name, read)),
    },
    {
      name: "a rescore gives another verdict, and keeps the run",
      run: onNew((sink, name) => checkRescore(sink, name, read)),
    },
    {
      name: "header and end can be read",
      run: onNew((sink, name) => checkEnds(sink, name, read)),
    },
    ...(resume === undefined
      ? []
      : [
          {
            name: "resumeFrom holds what is there, and the rest is added to it",
            run: onNew((sink, name) => checkResume(sink, name, { read, resume })),
          },
        ]),
  ];
}

const append = (sink: ResultSink) => (record: ResultRecord) => sink.append(record);
const records = () => places.map(([position, index]) => attemptRecord(position, index));

async function checkSnapshot(sink: ResultSink, name: string, read: Reader): Promise<void> {
  const attempt = structuredClone(makeAttempt(0, 0)) as {
    score: { passed: boolean };
  } & AttemptResult;
  const appended = Promise.all(
    [headerRecord, { type: "attempt", attempt } as const].map(append(sink)),
  );
  attempt.score.passed = false;
  await expectSettled("append()", appended);
  await close(sink);
  await expectAttempts(await read(name), [makeAttempt(0, 0)]);
}

async function checkRescore(sink: ResultSink, name: string, read: Reader): Promise<void> {
  const failed = { ...makeAttempt(0, 0), score: { value: 0, passed: false } };
  await appendAll(sink, [
    headerRecord,
    attemptRecord(0, 0),
    { type: "rescore", attempt: { ...failed, run: null } },
  ]);
  await close(sink);
  await expectAttempts(await read(name), [failed]);
}

async function checkEnds(sink: ResultSink, name: string, read: Reader): Promise<void> {
  await appendAll(sink, [headerRecord]);
  const before = (await read(name)).header;
  if (before.end !== null) throw sinkBroken("header.end is there before the run has ended.");
  await appendAll(sink, [endRecord]);
  await close(sink);
  const { header } = await read(name);
  if (header.env !== "sink-contract" || header.k !== 3) {
    throw sinkBroken(
      `The header has env ${header.env} and k ${header.k}, not sink-contract and 3.`,
    );
  }
  if (header.end?.status !== "finished") {
    throw sinkBroken(`header.end has the status ${String(header.end?.status)}, not finished.`);
  }
}

async function checkResume(
  sink: ResultSink,
  name: string,
  { read, resume }: { read: Reader; resume: NonNullable<SinkContractOptions["resume"]> },
): Promise<void> {
  await appendAll(sink, [headerRecord, ...records().slice(0, 4)]);
  await close(sink);
  const resumed = await resume(name);
  if (resumed.resumeFrom === undefined) throw sinkBroken("A resumed sink has no resumeFrom.");
  await expectAttempts(resumed.resumeFrom, all.slice(0, 4));
  await appendAll(resumed, [headerRecord, ...records().slice(4), endRecord]);
  await close(resumed);
  await expectAttempts(await read(name), all);
}
