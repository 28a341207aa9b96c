import { UsageError } from "../process/usage-error.ts";

/** Of programs, of what configures them, and of pages. Some trainers have JSON lines in files named `.json`. */
const otherNames = /\.(?:[cm]?[jt]sx?|ya?ml|toml|md|html)$/i;

/** Refuses to write training data to what is more likely a slip, such as a file that the environment imports. */
export function checkExportName(name: string, path: string | undefined): void {
  if (path === undefined || !otherNames.test(path)) return;
  throw new UsageError(
    `${name} ${path} is not the name of a training file. Name it, say, train.jsonl.`,
  );
}
