import {
  type DiffSide,
  describeEnvironment,
  diffResults,
  type Environment,
  type Model,
  type RolloutResult,
  requireComparable,
  toSafeLine,
} from "@rollouts/core";
import { checkGates, type GateVerdict } from "@rollouts/report";
import { buildAgent } from "../load/build-agent.ts";
import { UsageError } from "../process/usage-error.ts";
import type { GateCommandOptions } from "./gate-command-options.ts";
import { readSide } from "./read-side.ts";

/** What a result is held to. */
export interface Gates {
  /** True when a limit was given; that something was scored is asked for in any case. */
  readonly isAsked: boolean;
  /** Before anything is spent: refuses an environment that the baseline cannot be compared with. */
  requireComparable(env: Environment, model: Model | undefined): Promise<void>;
  judge(result: RolloutResult): GateVerdict;
}

/**
 * Reads the options and the baseline.
 *
 * @throws UsageError for options that belong together and are not; ResultFormatError for the baseline.
 */
export async function openGates(
  options: GateCommandOptions,
  log: (text: string) => void,
): Promise<Gates> {
  const { minPassRate, minTaskRate, minCoverage, baseline: path, ...drop } = options;
  const { maxDrop, significance, allow } = drop;
  checkTogether(options);
  const warn = (text: string) => log(`warning: ${toSafeLine(text)}`);
  const baseline = path === undefined ? null : await readSide(path, warn);
  const limits = { minPassRate, minTaskRate, minCoverage };
  return {
    isAsked: baseline !== null || Object.values(limits).some((limit) => limit !== undefined),
    async requireComparable(env, model) {
      if (baseline !== null) await requireSameKind(env, model, { baseline, allow });
    },
    judge(result) {
      if (baseline === null) return checkGates(result, limits);
      const diff = diffResults(result, baseline, { allow });
      for (const warning of diff.warnings) warn(`compared with ${path}: ${warning}`);
      return checkGates(result, { ...limits, baseline: diff, maxDrop, significance });
    },
  };
}

function checkTogether({ baseline, maxDrop, significance, allow }: GateCommandOptions): void {
  if (baseline === undefined) {
    const given = { "--max-drop": maxDrop, "--significance": significance, "--allow": allow };
    const [lonely] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
    if (lonely !== undefined) throw new UsageError(`${lonely} needs --baseline <file>.`);
  } else if (maxDrop === undefined) {
    throw new UsageError("--baseline needs --max-drop <share>, such as --max-drop 0.05.");
  }
}

interface Comparison {
  readonly baseline: DiffSide;
  readonly allow: GateCommandOptions["allow"];
}

async function requireSameKind(
  env: Environment,
  model: Model | undefined,
  { baseline: { header }, allow }: Comparison,
): Promise<void> {
  const agent = await buildAgent(env);
  const described = await describeEnvironment(env, { agent, model: model ?? agent.model });
  const current = {
    ...header,
    envFingerprint: described.fingerprint,
    envParts: described.parts,
  };
  requireComparable(current, header, { allow });
}
