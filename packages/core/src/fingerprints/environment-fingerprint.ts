import type { Agent } from "../agent.ts";
import { checkAgent } from "../checks/check-agent.ts";
import type { Environment } from "../environment.ts";
import type { Model } from "../model.ts";
import type { Scorer } from "../scorer.ts";
import type { Task } from "../task.ts";
import { resolveTasks } from "../tasks/resolve-tasks.ts";
import { fingerprint, fingerprintPart } from "./fingerprint.ts";
import type { FingerprintWithParts } from "./policy-fingerprint.ts";
import { readDigest } from "./read-digest.ts";

/**
 * Fingerprint of what is measured: tasks, scorer, metrics, prompt, tools, output schema, limits.
 * `envfp1:` and 64 hexadecimal digits. An agent factory is called once.
 *
 * @throws FingerprintError when a part has no canonical JSON.
 */
export async function envFingerprint<Output, Expected>(
  env: Environment<Output, Expected>,
): Promise<string> {
  const agent = typeof env.agent === "function" ? await env.agent() : env.agent;
  checkAgent(agent, "agent");
  return (await describeEnvironment(env, { agent, model: agent.model })).fingerprint;
}

/** The environment fingerprint with its parts, for an agent that is built and a chosen model. */
export async function describeEnvironment<Output, Expected>(
  env: Environment<Output, Expected>,
  effective: { agent: Agent<unknown>; model: Model | undefined },
): Promise<FingerprintWithParts> {
  const { agent, model } = effective;
  const parts = {
    tasks: await digestTasks(env.tasks),
    scorer: await digestScorer(env.scorer),
    metrics: await fingerprintPart("metrics", () => digestsOf(env.metrics)),
    agent: await fingerprintPart("agent", () => agent.identity()),
    modelPrompt: await fingerprintPart("modelPrompt", () => model?.identity().prompt ?? null),
    timeoutMs: await fingerprintPart("timeoutMs", () => env.timeoutMs),
    identity: await fingerprintPart("identity", () => env.identity ?? null),
  };
  return combineParts(parts);
}

/**
 * The environment fingerprint of a result that another scorer has judged.
 *
 * @throws FingerprintError when the scorer has no digest.
 */
export async function replaceScorerPart(
  parts: Readonly<Record<string, string>>,
  scorer: Scorer<never, never>,
): Promise<FingerprintWithParts> {
  return combineParts({ ...parts, scorer: await digestScorer(scorer) });
}

function combineParts(parts: Readonly<Record<string, string>>): FingerprintWithParts {
  return { fingerprint: `envfp1:${fingerprint(parts)}`, parts };
}

function digestScorer(scorer: Scorer<never, never>): Promise<string> {
  return fingerprintPart("scorer", () => readDigest(scorer));
}

/** All tasks of the environment, in order, whatever a run selects; their metadata is left out. */
async function digestTasks(tasks: readonly Task[]): Promise<string> {
  const digests: string[] = [];
  for (const [index, { id, input, expected = null }] of resolveTasks(tasks).entries()) {
    digests.push(await fingerprintPart(`tasks[${index}]`, () => ({ id, input, expected })));
  }
  return fingerprint(digests);
}

function digestsOf(metrics: Environment["metrics"]): Record<string, string> {
  const entries = Object.entries(metrics).map(([name, metric]) => [name, readDigest(metric)]);
  return Object.fromEntries(entries);
}
