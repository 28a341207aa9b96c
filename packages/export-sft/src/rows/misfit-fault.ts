import type { ProfileLimits } from "../profiles/profile.ts";

/** A row that would make its file larger than the profile allows. */
export interface Misfit {
  /** Size of the row, with its newline. */
  readonly bytes: number;
  /** How many rows were written before it. */
  readonly rows: number;
  /** Of the profile. */
  readonly name: string;
  readonly limits: Pick<ProfileLimits, "maxRows" | "maxBytes">;
}

/** Says why a row cannot be written under `shard` or `error`, and what to do. */
export function misfitFault(
  outcome: "full" | "too-large",
  { bytes, rows, name, limits: { maxRows, maxBytes } }: Misfit,
): string {
  if (outcome === "too-large") {
    return `its row has ${bytes} bytes, profile ${name} allows ${maxBytes} in a file. Nothing was written. Leave the task out, or take onOverflow "truncate".`;
  }
  const limit = `profile ${name} allows ${maxRows ?? "any number of"} rows and ${maxBytes ?? "any number of"} bytes in a file`;
  return `the file is full: after ${rows} rows there is no room for its row of ${bytes} bytes, ${limit}. Nothing was written. Use onOverflow "shard" for several files, or "truncate" for the rows that fit.`;
}
