import { type Allowance, MismatchError } from "@rollouts/core";
import { UsageError } from "../process/usage-error.ts";

const allowanceOf: Readonly<Record<string, Allowance>> = {
  tasks: "tasks",
  agent: "agent",
  modelPrompt: "agent",
};

/** Calls what compares two results; where an allowance would let it pass, the error says which option gives it. */
export function withAllowHint<Value>(compare: () => Value): Value {
  try {
    return compare();
  } catch (thrown) {
    if (!(thrown instanceof MismatchError)) throw thrown;
    const needed = new Set(thrown.parts.map((part) => allowanceOf[part]));
    if (needed.size === 0 || needed.has(undefined)) throw thrown;
    const options = [...needed].map((allowance) => `--allow ${allowance}`).join(" ");
    throw new UsageError(`${thrown.message} Here that is ${options}.`, thrown);
  }
}
