import type { ModelResponse } from "@rollouts/core";
import { modelBroken } from "../contract/broken.ts";
import type { ContractCase } from "../contract/contract-case.ts";
import { describeRejection } from "../contract/describe-rejection.ts";
import { findResponseFault } from "./find-response-fault.ts";
import { requestOf, type Subject } from "./model-subject.ts";

const sampleCount = 3;

/** What a model must give that offers `sampleMany`. One that does not passes. */
export function samplingCases(subject: Subject): readonly ContractCase[] {
  return [
    {
      name: "sampleMany, if there is one, gives so many responses or fewer, each of its own",
      run: () => checkSampleMany(subject),
    },
  ];
}

async function checkSampleMany(subject: Subject): Promise<void> {
  const model = await subject.makeModel();
  if (model.sampleMany === undefined) return;
  const samples = await model
    .sampleMany(requestOf(subject.messages), sampleCount)
    .catch((thrown: unknown) => {
      throw modelBroken(`sampleMany was rejected with ${describeRejection(thrown)}.`);
    });
  const fault = findFault(samples);
  if (fault !== undefined) throw modelBroken(`sampleMany gave ${fault}.`);
}

function findFault(samples: readonly ModelResponse[]): string | undefined {
  if (!Array.isArray(samples)) return "no list";
  if (samples.length < 1 || samples.length > sampleCount) {
    return `${samples.length} responses for a count of ${sampleCount}`;
  }
  for (const [index, sample] of samples.entries()) {
    const fault = findResponseFault(sample);
    if (fault !== undefined) return `at [${index}] no response: ${fault}`;
  }
  const messages = new Set(samples.map(({ message }) => message));
  if (messages.size < samples.length) return "one message twice";
  const booked = samples.findLastIndex(({ usage }) => usage !== undefined);
  const isShared = samples.length > 1;
  if (isShared && booked > 0)
    return `usage at [${booked}]. That of the whole call stands in [0] alone`;
  const isTold = samples.every(({ served }) => served?.sampleCount === samples.length);
  return isShared && !isTold ? "responses whose served.sampleCount is not their number" : undefined;
}
