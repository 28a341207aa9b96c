import { describeThrown, envFingerprint } from "@rollouts/core";
import { buildAgent } from "../load/build-agent.ts";
import { loadEnvironment } from "../load/load-environment.ts";
import type { Check } from "./check.ts";
import { checkKey } from "./check-key.ts";

/** Whether an environment file loads, can be fingerprinted, and has the key of its model. Asks no model. */
export async function checkEnvironmentFile(path: string): Promise<readonly Check[]> {
  const name = "environment";
  try {
    const { env } = await loadEnvironment(path);
    const { model } = await buildAgent(env);
    const size = `${env.name}: ${env.tasks.length} ${env.tasks.length === 1 ? "task" : "tasks"}`;
    return [{ name, state: "ok", text: size }, await checkFingerprint(env), checkKey(model)];
  } catch (thrown) {
    return [{ name, state: "problem", text: describeThrown(thrown) }];
  }
}

async function checkFingerprint(env: Parameters<typeof envFingerprint>[0]): Promise<Check> {
  const name = "fingerprint";
  try {
    return { name, state: "ok", text: await envFingerprint(env) };
  } catch (thrown) {
    const text = `none, so results match no others: ${describeThrown(thrown)}`;
    return { name, state: "warning", text };
  }
}
