// Runs programs in processes of their own and makes rows of what they report.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const pathOf = (program) => fileURLToPath(new URL(`./programs/${program}.mjs`, import.meta.url));

/** Runs one program. Gives what it reports, and how long its process took. */
async function runOnce({ program, ...options }) {
  const startedAt = performance.now();
  const { stdout } = await run(process.execPath, [pathOf(program), JSON.stringify(options)]);
  return { processMs: performance.now() - startedAt, ...JSON.parse(stdout) };
}

/** Runs programs by turns, so that whatever else the machine does meets all of them alike. */
export async function alternate(programs, repetitions = 3) {
  const rounds = [];
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const round = {};
    for (const [name, program] of Object.entries(programs)) round[name] = await runOnce(program);
    rounds.push(round);
  }
  return rounds;
}

/** Runs all repetitions of programs at once: for those that do little but wait. */
export async function sideBySide(programs, repetitions = 3) {
  const runRound = async (repetition) => {
    await setTimeout(repetition * 500); // so that not all of them start at once
    const runs = Object.entries(programs).map(async ([name, program]) => [
      name,
      await runOnce(program),
    ]);
    return Object.fromEntries(await Promise.all(runs));
  };
  return await Promise.all(Array.from({ length: repetitions }, (_, index) => runRound(index)));
}

/** Starts a model server in a process of its own, for as long as `work` takes. */
export async function withServer(work, program = "server") {
  const server = spawn(process.execPath, [pathOf(program)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  try {
    const [line] = await once(server.stdout, "data");
    return await work(String(line).trim());
  } finally {
    server.stdin.end();
  }
}

/**
 * One line of the table. `value` and `floor` read a number of a repetition; the medians are shown,
 * and the median of the ratios within each repetition.
 */
export function toRow(rounds, { what, unit, value, floor, maxRatio, max, exactly }) {
  const measured = median(rounds.map(value));
  const ratio = floor && median(rounds.map((round) => value(round) / floor(round)));
  const [target, isMet] =
    maxRatio === undefined
      ? exactly === undefined
        ? [`<= ${max} ${unit}`, measured <= max]
        : [`= ${exactly}`, rounds.every((round) => value(round) === exactly)]
      : [`<= ${maxRatio} x`, ratio <= maxRatio];
  return { what, unit, measured, floor: floor && median(rounds.map(floor)), ratio, target, isMet };
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
