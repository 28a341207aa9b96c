import { InvalidArgumentError, MismatchError } from "@rollouts/core";
import { UsageError } from "../process/usage-error.ts";

/** Calls what goes on with a result file; where that is refused, the error names the file and what to type. */
export async function withResumeHint<Value>(
  path: string | undefined,
  goOn: () => Promise<Value>,
): Promise<Value> {
  try {
    return await goOn();
  } catch (thrown) {
    const isRefused = thrown instanceof MismatchError || thrown instanceof InvalidArgumentError;
    if (path === undefined || !isRefused || !/\bsink\b/.test(thrown.message)) throw thrown;
    const said = thrown.message
      .replace(/\bthe sink\b/i, path)
      .replace(/\b(u)se another sink\b/i, "$1se a new file: --out <path> in place of --resume")
      .replace("Leave the seed out", "Leave --seed out");
    throw new UsageError(said, thrown);
  }
}
