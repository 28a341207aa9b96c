import type { RolloutResult } from "@rollouts/core";
import {
  type FileReportOptions,
  toCsv,
  toHtml,
  toJson,
  toJUnit,
  toMarkdown,
} from "@rollouts/report";

type WriteReport = (result: RolloutResult, options: FileReportOptions) => string;

/** By the end of the file's name. */
const formats: Readonly<Record<string, WriteReport>> = {
  ".json": toJson,
  ".junit.xml": toJUnit,
  ".md": toMarkdown,
  ".csv": (result) => toCsv(result),
  ".html": toHtml,
};

/** What writes the report that a file name asks for; `null` when it asks for none. */
export function reportFormatOf(path: string): WriteReport | null {
  const name = path.toLowerCase();
  const ending = Object.keys(formats).find((each) => name.endsWith(each));
  return ending === undefined ? null : (formats[ending] ?? null);
}
