import { sinkBroken } from "../contract/broken.ts";
import type { ContractCase } from "../contract/contract-case.ts";
import { attemptRecord, endRecord, headerRecord } from "./sink-records.ts";
import {
  appendAll,
  close,
  expectSettled,
  newName,
  type SinkContractOptions,
} from "./sink-subject.ts";

/** What a sink must be and do, whatever it does with the records. */
export function sinkConductCases({ create }: SinkContractOptions): readonly ContractCase[] {
  return [
    { name: "specVersion is v1, and a new sink holds nothing", run: () => checkShape(create) },
    { name: "takes header, attempts, rescores and end, in order", run: () => checkOrder(create) },
    { name: "append rejects after close; closing twice is fine", run: () => checkClosed(create) },
  ];
}

type Create = SinkContractOptions["create"];

async function checkShape(create: Create): Promise<void> {
  const sink = await create(newName());
  if (sink.specVersion !== "v1") {
    throw sinkBroken(`specVersion is ${String(sink.specVersion)}, not v1.`);
  }
  if (sink.resumeFrom !== undefined) throw sinkBroken("A new sink has something in resumeFrom.");
  await close(sink);
}

async function checkOrder(create: Create): Promise<void> {
  const sink = await create(newName());
  const attempt = attemptRecord(0, 0);
  await appendAll(sink, [headerRecord, attempt]);
  if (attempt.type === "attempt") {
    await appendAll(sink, [{ type: "rescore", attempt: attempt.attempt }]);
  }
  await appendAll(sink, [endRecord]);
  await close(sink);
}

async function checkClosed(create: Create): Promise<void> {
  const sink = await create(newName());
  await appendAll(sink, [headerRecord]);
  await close(sink);
  await close(sink);
  // An async function, so that a sink that throws at once is told alike.
  const late = (async () => sink.append(attemptRecord(0, 0)))();
  const isRefused = late.then(
    () => false,
    () => true,
  );
  if (!(await expectSettled("append() after close()", isRefused))) {
    throw sinkBroken("append() after close() resolves, though nobody keeps the record.");
  }
}
