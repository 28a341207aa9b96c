import {
  checkModel,
  invalidArgument,
  type Model,
  type ResultHeader,
  type Task,
} from "@rollouts/core";
import { checkWhole } from "../values/check-number.ts";
import { type RetryStored, retryChoices } from "./retry-stored.ts";
import { runDefaults } from "./run-defaults.ts";

/** What decides which attempts there are to be, and what becomes of those that are there already. */
export interface PlanOptions<Expected = unknown> {
  /**
   * Attempts per task, at least 1, and 10 million of all tasks at most. @defaultValue that of the run that
   * goes on, else 8
   */
  readonly k?: number | undefined;
  /** The tasks to run, each one of `env.tasks` itself, in this order. @defaultValue all */
  readonly tasks?: readonly Task<Expected>[] | undefined;
  /** Takes the place of the agent's model in every attempt. */
  readonly model?: Model | undefined;
  /**
   * A whole number, at least 0, from which the seeds of all attempts come. A run that goes on keeps its
   * own. @defaultValue that of the run that goes on, else 0
   */
  readonly seed?: number | undefined;
  /**
   * Which attempts of a run that goes on are tried again, of those without a verdict: those that ended in
   * an error, or whose scorer failed (`errors`), or all (`unscored`). Where the agent had completed, only
   * the scorer is. What was cancelled runs in any case. @defaultValue "none"
   */
  readonly retryStored?: RetryStored | undefined;
}

/** The same, checked, with defaults. */
export interface PlanSettings {
  readonly k: number;
  readonly seed: number;
  readonly retryStored: RetryStored;
}

/** Checks the options. What is left open is as in the run of before, if there is one. */
export function readPlanOptions<Expected>(
  options: PlanOptions<Expected>,
  stored: ResultHeader | undefined,
): PlanSettings {
  const { k = stored?.k ?? runDefaults.k, seed = stored?.seed ?? 0 } = options;
  const { model, retryStored = "none" } = options;
  checkWhole("k", k, 1);
  checkWhole("seed", seed, 0);
  if (model !== undefined) checkModel(model, "model");
  if (!retryChoices.includes(retryStored)) {
    throw invalidArgument("retryStored", retryChoices.join(" or "), retryStored);
  }
  return { k, seed, retryStored };
}
