// What a result file costs: writing it safely, its bytes, and a summary of a large one beside a reader
// written by hand. Each measurement is a process of its own; the files lie in a temporary folder.
//
//   npm run setup && node bench/result-file.mjs            1,000,000 attempts, 2.5 GB of disk
//   npm run setup && node bench/result-file.mjs 100000     fewer
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const attemptCount = Number(process.argv[2] ?? 1_000_000);
const program = fileURLToPath(new URL("./programs/result-file.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "rollouts-bench-"));
const path = join(folder, "large.rollouts.jsonl");

const run = (options) =>
  JSON.parse(execFileSync(process.execPath, ["--expose-gc", program, JSON.stringify(options)]));
const wallRate = ({ bytes, seconds }) => bytes / 1e6 / seconds;
const cpuRate = ({ bytes, cpuSeconds }) => bytes / 1e6 / cpuSeconds;
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const print = (what, measured, target, met = "") =>
  console.log(what.padEnd(54), measured.padStart(20), `  ${target.padEnd(10)}`, met);
const toAnswer = (isMet) => (isMet ? "yes" : "NO");

try {
  const written = run({ work: "write", path, attemptCount, inFlight: 1024 });
  const { ratio } = written;
  const rate = wallRate(written);
  print(
    `durable writes, ${attemptCount} x 2 KB, MB/s`,
    rate.toFixed(0),
    ">= 50",
    toAnswer(rate >= 50),
  );
  print("the same by CPU time", cpuRate(written).toFixed(0), "");
  print(
    "bytes on disk over the JSONL of the records",
    ratio.toFixed(3),
    "<= 1.1 x",
    toAnswer(ratio <= 1.1),
  );

  const blocks = Array.from({ length: 3 }, (_, round) => ({
    floor: run({ work: "pace" }).longestMs,
    ours: run({ work: "pace", path: join(folder, `${round}.rollouts.jsonl`) }).longestMs,
  }));
  const [longest, floorLongest] = ["ours", "floor"].map((name) =>
    median(blocks.map((block) => block[name])),
  );
  print(
    "longest block at 2,000 a second, ms, and without file",
    `${longest.toFixed(1)}, ${floorLongest.toFixed(1)}`,
    "<= 10",
    toAnswer(longest <= 10),
  );

  const rounds = Array.from({ length: 3 }, () => ({
    floor: run({ work: "floor", path }),
    ours: run({ work: "summary", path }),
  }));
  const ratios = rounds.map(({ floor, ours }) => cpuRate(ours) / cpuRate(floor));
  const speed = median(ratios);
  const [ours, floor] = ["ours", "floor"].map((name) =>
    median(rounds.map((round) => wallRate(round[name]))),
  );
  print("summary, MB/s, and of a reader by hand", `${ours.toFixed(0)}, ${floor.toFixed(0)}`, "");
  print(
    "  by CPU time, over the reader by hand",
    speed.toFixed(2),
    ">= 0.65 x",
    toAnswer(speed >= 0.65 || ours >= 400),
  );
  const [{ ours: first, floor: firstFloor }] = rounds;
  print(
    "index, bytes an attempt",
    first.indexBytes.toFixed(1),
    "<= 64",
    toAnswer(first.indexBytes <= 64),
  );
  print("tasks and what they add up to, bytes an attempt", first.heapBytes.toFixed(0), "");
  print(
    "peak memory, MiB, and of a reader by hand",
    `${first.peakMiB.toFixed(0)}, ${firstFloor.peakMiB.toFixed(0)}`,
    "",
  );
} finally {
  rmSync(folder, { recursive: true });
}
