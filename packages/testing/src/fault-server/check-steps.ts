import { invalidArgument, isPlainObject, maxDelayMs, refuseUnknownKeys } from "@rollouts/core";
import type { FaultStep } from "./fault-step.ts";

type Check = (value: unknown, path: string) => void;

const words: readonly unknown[] = ["end", "close", "reset", "stall"];
const checks: Readonly<Record<string, Check>> = {
  head: checkHead,
  body: checkBytes,
  bytes: checkBytes,
  drip: checkBytes,
  until: checkPromise,
};

/** @throws InvalidArgumentError for what is no list of steps. */
export function checkSteps(steps: unknown, path: string): asserts steps is readonly FaultStep[] {
  if (!Array.isArray(steps)) throw invalidArgument(path, "a list of steps", steps);
  for (const [index, step] of steps.entries()) {
    if (!words.includes(step)) checkStep(step, `${path}[${index}]`);
  }
}

function checkStep(step: unknown, path: string): void {
  if (!isPlainObject(step)) throw invalidArgument(path, "a step of a reply", step);
  refuseUnknownKeys(step, [...Object.keys(checks), "everyMs"], path);
  const [kind, ...others] = Object.keys(step).filter((key) => key !== "everyMs");
  if (kind === undefined || others.length > 0) {
    throw invalidArgument(path, "a step with one of head, body, bytes, drip and until", step);
  }
  checks[kind]?.(step[kind], `${path}.${kind}`);
  checkPace(step, path);
}

function checkPace(step: Record<string, unknown>, path: string): void {
  const { everyMs } = step;
  if (!("drip" in step)) {
    if (!("everyMs" in step)) return;
    throw invalidArgument(`${path}.everyMs`, "left out of a step without drip", everyMs);
  }
  if (typeof everyMs === "number" && everyMs >= 0 && everyMs <= maxDelayMs) return;
  throw invalidArgument(`${path}.everyMs`, `a number of milliseconds up to ${maxDelayMs}`, everyMs);
}

function checkHead(head: unknown, path: string): void {
  if (!isPlainObject(head)) throw invalidArgument(path, "an object", head);
  refuseUnknownKeys(head, ["status", "headers"], path);
  const { status = 200, headers = {} } = head;
  if (!Number.isInteger(status) || Number(status) < 100 || Number(status) > 999) {
    throw invalidArgument(`${path}.status`, "an integer from 100 to 999", status);
  }
  if (!isPlainObject(headers)) throw invalidArgument(`${path}.headers`, "an object", headers);
  for (const [name, value] of Object.entries(headers)) checkHeader(name, value, path);
}

/** Others are for `bytes`: here they would break the head apart, and not as anybody meant it. */
function checkHeader(name: string, value: unknown, path: string): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    throw invalidArgument(`${path}.headers`, "an object with names of headers", name);
  }
  if (typeof value === "string" && !/[\r\n]/.test(value)) return;
  throw invalidArgument(`${path}.headers.${name}`, "a text of one line", value);
}

function checkBytes(bytes: unknown, path: string): void {
  if (typeof bytes === "string" || bytes instanceof Uint8Array) return;
  throw invalidArgument(path, "a text or a Uint8Array", bytes);
}

function checkPromise(value: unknown, path: string): void {
  const isPromise = typeof value === "object" && value !== null && "then" in value;
  if (!isPromise || typeof value.then !== "function") {
    throw invalidArgument(path, "a promise", value);
  }
}
