import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { defineEnvironment } from "../define-environment.ts";
import { functionAgent } from "../function-agent.ts";
import type { Task } from "../task.ts";
import { envFingerprint } from "./environment-fingerprint.ts";
import { policyFingerprint } from "./policy-fingerprint.ts";

const packageFolder = fileURLToPath(new URL("../..", import.meta.url));

/** Runs a program in a process of its own, where `@rollouts/core` is the built package. */
async function runProgram(program: string, input: unknown, env: object = {}): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", program, JSON.stringify(input)],
    { cwd: packageFolder, env: { ...process.env, ...env }, timeout: 60_000 },
  );
  return JSON.parse(stdout);
}

const tasks: Task[] = [
  { input: "Zwölf × 3? \u{1f600}", expected: { value: 36, unit: null } },
  { id: "half", input: "\ud83d", expected: [0.1, 1e21, -0] },
];
const pinned = {
  tasks,
  identity: { database: "2024-06", cities: ["İzmir", "izmir"] },
  timeoutMs: 1500.5,
};
/** The same with its members in another order. */
const reordered = {
  timeoutMs: pinned.timeoutMs,
  identity: { cities: pinned.identity.cities, database: pinned.identity.database },
  tasks: tasks.map(({ input, expected, ...rest }) => ({ expected, ...rest, input })),
};

const program = `
  import { defineEnvironment, envFingerprint, functionAgent, policyFingerprint } from "@rollouts/core";
  const options = { name: "sums", ...JSON.parse(process.argv[1]) };
  const fingerprints = async (agent, scorer) => {
    const env = defineEnvironment({ ...options, agent, scorer });
    return [await envFingerprint(env), await policyFingerprint(agent)];
  };
  const run = (input) => input;
  const score = (run, expected) => run.output === expected;
  console.log(JSON.stringify({
    pinned: await fingerprints(functionAgent({ run, identity: "v1" }), { score, version: "1" }),
    bySource: await fingerprints(functionAgent({ run }), score),
  }));`;

it("F5: fingerprints are the same in every process, whatever its time zone and language", async () => {
  const agent = functionAgent({ run: () => "", identity: "v1" });
  const scorer = { score: () => true, version: "1" };
  const env = defineEnvironment({ name: "here", ...pinned, agent, scorer });
  const here = [await envFingerprint(env), await policyFingerprint(agent)];

  const first = await runProgram(program, pinned);
  const second = await runProgram(program, reordered, { TZ: "Asia/Tokyo", LC_ALL: "tr_TR.UTF-8" });

  expect(first).toMatchObject({ pinned: here });
  expect(second).toEqual(first);
}, 120_000);

it("publishes the vectors under a path of its own", async () => {
  const read = `
    import { readFileSync } from "node:fs";
    console.log(readFileSync(new URL(import.meta.resolve("@rollouts/core/fingerprint-vectors.json")), "utf8"));`;
  const file = await readFile(`${packageFolder}/fingerprint-vectors.json`, "utf8");

  expect(await runProgram(read, null)).toEqual(JSON.parse(file));
}, 120_000);
