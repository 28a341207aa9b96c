import type { DatasetReport } from "../files/dataset-report.ts";
import type { FoundProfile } from "../profiles/find-profile.ts";

/** What the consumer will say of the file to validate with, or of there being none. */
export function validationWarnings(
  { files }: Pick<DatasetReport, "files">,
  { profile, form: { validation } }: FoundProfile<"prompts">,
): readonly string[] {
  if (validation === null || files.length === 0) return [];
  const { maxRows } = validation;
  const ours = files.filter(({ split }) => split === "validation");
  if (ours.length === 0) {
    return [`profile ${profile.name} needs a file to validate with too: split some tasks off`];
  }
  const rows = ours.reduce((sum, file) => sum + file.rows, 0);
  if (rows <= maxRows) return [];
  return [`there are ${rows} rows to validate with, profile ${profile.name} allows ${maxRows}`];
}
