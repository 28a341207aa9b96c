import type { Exporter, ResultSource, RolloutResult } from "@rollouts/core";
import { expectTypeOf } from "vitest";
import {
  profiles,
  type SftProfile,
  type SftReport,
  type SftValidation,
  sftExporter,
  type ToSftJsonlOptions,
  toSftJsonl,
  validateSft,
} from "./index.ts";

declare const typed: RolloutResult<{ value: number }>;
declare const source: ResultSource;

expectTypeOf(toSftJsonl(typed, "rows.jsonl")).toEqualTypeOf<Promise<SftReport>>();
expectTypeOf(toSftJsonl(typed.learningZone(), "rows.jsonl")).toEqualTypeOf<Promise<SftReport>>();
expectTypeOf(toSftJsonl(source, "rows.jsonl", { profile: undefined })).resolves.toHaveProperty(
  "written",
);
expectTypeOf(validateSft("rows.jsonl", { profile: "portable" })).toEqualTypeOf<
  Promise<SftValidation>
>();
expectTypeOf(
  toSftJsonl(source, "rows.jsonl", { profile: { ...profiles.openai, name: "mine" } }),
).toEqualTypeOf<Promise<SftReport>>();
expectTypeOf(sftExporter).toExtend<Exporter<ToSftJsonlOptions | undefined, SftReport>>();
expectTypeOf(profiles.portable).toEqualTypeOf<SftProfile>();

// @ts-expect-error no such profile
void toSftJsonl(source, "rows.jsonl", { profile: "openia" });
// @ts-expect-error no such option
void toSftJsonl(source, "rows.jsonl", { onlyPased: true });
// @ts-expect-error a promise of a result
void toSftJsonl(Promise.resolve(source), "rows.jsonl");
