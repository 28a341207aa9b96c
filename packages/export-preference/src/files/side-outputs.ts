import type { ResolvedTask } from "@rollouts/core";
import { DatasetOutput, type SplitSide, splitSide } from "@rollouts/export-sft/rows";
import type { DatasetSettings } from "../options/dataset-options.ts";
import type { DatasetKind } from "../profiles/preference-profile.ts";

/** The files of an export: one, or with `split` two. */
export class SideOutputs {
  readonly #split: DatasetSettings<DatasetKind>["split"];
  readonly #train: DatasetOutput;
  readonly #validation: DatasetOutput | null;

  constructor(path: string, { form, onOverflow, split }: DatasetSettings<DatasetKind>) {
    const { limits, byteOrderMark } = form.conversation;
    const outputTo = (target: string) =>
      new DatasetOutput({ path: target, limits, byteOrderMark, onOverflow });
    this.#split = split;
    this.#train = outputTo(path);
    this.#validation = split && outputTo(split.validationPath);
  }

  /** Where the rows of a task go. */
  sideOf(task: ResolvedTask): SplitSide {
    return this.#split === null ? "train" : splitSide(task, this.#split);
  }

  output(side: SplitSide): DatasetOutput {
    return side === "validation" && this.#validation !== null ? this.#validation : this.#train;
  }

  /** Every output with its side; the side is `null` without `split`. */
  all(): readonly (readonly [SplitSide | null, DatasetOutput])[] {
    if (this.#validation === null) return [[null, this.#train]];
    return [
      ["train", this.#train],
      ["validation", this.#validation],
    ];
  }

  /** Removes what is left of files that were not published. */
  async discard(): Promise<void> {
    for (const [, output] of this.all()) await output.discard();
  }
}
