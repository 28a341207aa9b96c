import type { FilesReport } from "@rollouts/export-sft/rows";
import type { RowFacts } from "./row-writer.ts";

/** What every export of this package says of its files and rows. */
export interface DatasetReport extends RowFacts, FilesReport {}
