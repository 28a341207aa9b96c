// How long a fingerprint takes, and how much memory, beside a floor measured in the same process:
// SHA-256 of the JSON text of the same value. Each size runs in a process of its own.
//
//   npm run setup && node bench/fingerprint.mjs
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { fingerprint } from "@rollouts/core";

const line = "The quick brown fox jumps over the lazy dog, “naïvely”, and the tool said:\n";

/** Values of roughly `bytes` bytes of JSON. */
const shapes = {
  transcript(bytes) {
    const messages = [];
    for (let size = 0; size < bytes; size += 2600) {
      const index = messages.length;
      const toolCalls = [{ id: `call_${index}`, name: "search", rawArguments: `{"q":${index}}` }];
      messages.push({ role: "assistant", content: line.repeat(32) + index, toolCalls });
    }
    return { messages };
  },
  "small objects": (bytes) =>
    Array.from({ length: bytes / 100 }, (_, index) => ({
      taskId: `task-${index}`,
      attemptIndex: index % 8,
      value: index / 7,
      passed: index % 3 === 0,
      tags: [index, index + 1],
    })),
  "short texts": (bytes) => Array.from({ length: bytes / 12 }, (_, index) => `item-${index}`),
  "one text": (bytes) => "a".repeat(bytes),
};

function measure(shape, megabytes) {
  const value = shapes[shape](megabytes * 1e6);
  const mebibytes = () => process.resourceUsage().maxRSS / 1024;
  const before = mebibytes();
  const rounds = megabytes < 100 ? 5 : 2;
  const ms = fastest(rounds, () => fingerprint(value));
  const grownMiB = mebibytes() - before;
  const text = JSON.stringify(value);
  const floorMs = fastest(rounds, () =>
    createHash("sha256").update(JSON.stringify(value)).digest("hex"),
  );
  const size = Buffer.byteLength(text) / 1e6;
  return { shape, size, msPerMB: ms / size, ratio: ms / floorMs, grownMiB };
}

function fastest(rounds, work) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

const [, , shape, megabytes] = process.argv;
if (shape === undefined) {
  console.log("shape               MB   ms per MB   times the floor   memory on top, MiB");
  for (const name of Object.keys(shapes)) {
    for (const size of ["1", "10", "100"]) {
      execFileSync(process.execPath, [fileURLToPath(import.meta.url), name, size], {
        stdio: "inherit",
      });
    }
  }
} else {
  const row = measure(shape, Number(megabytes));
  console.log(
    row.shape.padEnd(14),
    row.size.toFixed(1).padStart(7),
    row.msPerMB.toFixed(1).padStart(11),
    row.ratio.toFixed(1).padStart(17),
    row.grownMiB.toFixed(0).padStart(20),
  );
}
