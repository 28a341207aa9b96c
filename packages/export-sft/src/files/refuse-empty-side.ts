import { ExportError } from "@rollouts/core";
import type { SplitSide } from "../selection/split.ts";
import type { DatasetOutput } from "./dataset-output.ts";

/**
 * Refuses a side of a split to which no rows went. `splitTasks` are the tasks with rows on each side.
 *
 * @throws ExportError that says how the tasks were split.
 */
export function refuseEmptySide(
  { path, rows }: Pick<DatasetOutput, "path" | "rows">,
  side: SplitSide | null,
  splitTasks: Readonly<Record<SplitSide, number>>,
): void {
  if (rows > 0) return;
  throw new ExportError({
    path,
    message: `The split leaves no row for ${side}: of the tasks with rows ${splitTasks.train} are train and ${splitTasks.validation} validation. Nothing was written.`,
    advice: { id: "split", text: "Change split.fraction or split.seed." },
  });
}
