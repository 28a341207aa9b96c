// What it takes to start with our packages beside a Node process that does nothing: the whole process,
// 25 times by turns, medians. A goal is about the time beyond that of the empty process.
//
//   node bench/start-up.mjs     after `npm run setup`; half a minute
import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";

const repetitions = 25;
const bin = fileURLToPath(new URL("../packages/cli/dist/bin.js", import.meta.url));
const importing = (...names) => [
  "--input-type=module",
  "--eval",
  names.map((name) => `import ${JSON.stringify(name)};`).join(""),
];

const empty = "an empty process";
const programs = {
  [empty]: { args: importing() },
  "import core": { args: importing("@rollouts/core"), goalMs: 25 },
  "import runner and provider-openai": {
    args: importing("@rollouts/runner", "@rollouts/provider-openai"),
    goalMs: 80,
  },
  "rollouts --help": { args: [bin, "--help"], goalMs: 150 },
};

function timeOf(args) {
  const startedAt = performance.now();
  execFileSync(process.execPath, args, { cwd: import.meta.dirname, stdio: "ignore" });
  return performance.now() - startedAt;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const rounds = Array.from({ length: repetitions }, () =>
  Object.fromEntries(Object.entries(programs).map(([name, { args }]) => [name, timeOf(args)])),
);
console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}`);
console.table(
  Object.entries(programs).map(([what, { goalMs }]) => {
    const beyondMs = median(rounds.map((round) => round[what] - round[empty]));
    const ratio = median(rounds.map((round) => round[what] / round[empty]));
    const row = { what, "process, ms": Math.round(median(rounds.map((round) => round[what]))) };
    if (goalMs === undefined) return row;
    return {
      ...row,
      "x empty": ratio.toFixed(2),
      "beyond it, ms": Math.round(beyondMs),
      goal: `< ${goalMs}`,
      met: beyondMs < goalMs ? "yes" : "NO",
    };
  }),
);
