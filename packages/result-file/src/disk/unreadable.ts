import { describeThrown, ResultFormatError, requireRegularFile } from "@rollouts/core";

/** The error for a file that cannot be read at all. */
export function unreadable(path: string, thrown: unknown): ResultFormatError {
  return new ResultFormatError({
    path,
    line: 0,
    byteOffset: 0,
    message: `the file cannot be read: ${describeThrown(thrown)}`,
    cause: thrown,
  });
}

/**
 * Refuses what would keep a reader waiting, such as a pipe, or has no end. Before it is opened, since that
 * alone may never end, nor be stopped.
 *
 * @throws ResultFormatError
 */
export async function requireReadable(path: string): Promise<void> {
  await requireRegularFile(path).catch((thrown: unknown) => {
    throw unreadable(path, thrown);
  });
}
