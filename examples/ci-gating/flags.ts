import { parseArgs } from "node:util";

/**
 * Reads `--enforce` and one limit, a share from 0 to 1, from the command line. What it cannot read
 * ends the process with code 2: it is no verdict.
 */
export function readFlags(limit: string, defaultShare: number) {
  try {
    const { values } = parseArgs({
      options: {
        enforce: { type: "boolean" },
        model: { type: "string" }, // read by `chosenModel`
        [limit]: { type: "string", default: String(defaultShare) },
      },
    });
    return { enforce: values.enforce === true, share: toShare(limit, values[limit]) };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

function toShare(limit: string, text: unknown): number {
  const share = typeof text === "string" && text.trim() !== "" ? Number(text) : Number.NaN;
  if (share >= 0 && share <= 1) return share;
  throw new Error(`--${limit} takes a number from 0 to 1, not ${text}.`);
}

/** Says what the gates came to. With `--enforce` a failure is exit code 1, which ends a pipeline. */
export function conclude(passed: boolean, enforce: boolean): void {
  console.log(passed ? "PASS" : `FAIL${enforce ? "" : " (not enforced)"}`);
  if (!passed && enforce) process.exitCode = 1;
}
