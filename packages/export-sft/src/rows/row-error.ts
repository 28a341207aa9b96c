import {
  type Advice,
  describeThrown,
  describeValue,
  ExportError,
  isRolloutsError,
  toSafeLine,
} from "@rollouts/core";

/** What an export is at work on. */
export interface RowPlace {
  /** Of the file that the row is for. */
  readonly path: string;
  readonly taskId: string;
  /** From 0; absent where the row is of the task as a whole. */
  readonly attemptIndex?: number | undefined;
}

/** The error for an attempt of which no row can be made. `fault` must be safe for a terminal. */
export function rowError(
  { path, taskId, attemptIndex }: RowPlace,
  fault: string,
  more: { readonly cause?: unknown; readonly advice?: Advice } = {},
): ExportError {
  const attempt = attemptIndex === undefined ? "" : `, attempt ${attemptIndex}`;
  const message = `Task ${describeValue(taskId)}${attempt}: ${fault}`;
  return new ExportError({ path, message, ...more });
}

/** Does what concerns one attempt; whatever is thrown then names it. */
export async function atPlace<Outcome>(
  place: RowPlace,
  work: () => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (isRolloutsError(error) && error.code === "export_failed") throw error;
    throw rowError(place, `${toSafeLine(describeThrown(error))}. Nothing was written.`, {
      cause: error,
    });
  }
}
