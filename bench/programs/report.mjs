// What a measured process says of itself when it exits: one line of JSON.
import { writeSync } from "node:fs";

const extra = {};

/** Adds numbers to the report. */
export function report(numbers) {
  Object.assign(extra, numbers);
}

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  const cpuMs = (user + system) / 1000;
  const rssMiB = process.resourceUsage().maxRSS / 1024;
  writeSync(1, `${JSON.stringify({ cpuMs, rssMiB, ...extra })}\n`);
});
