import { DigestSet } from "./digest-set.ts";
import type { SplitSide } from "./split.ts";

/** Where a row that was written must not be written again. */
export type RepeatRule = "anywhere" | "on-the-other-side" | "nowhere";

/** Remembers which rows were written, to tell those that must not be written again. */
export class SeenRows {
  readonly rule: RepeatRule;
  readonly #sides: Readonly<Record<SplitSide, DigestSet>>;

  constructor(rule: RepeatRule) {
    this.rule = rule;
    const train = new DigestSet();
    this.#sides = { train, validation: rule === "anywhere" ? train : new DigestSet() };
  }

  /** True for a row that must not be written on this side. */
  has(identity: string, side: SplitSide): boolean {
    return this.#sides[side === "train" ? "validation" : "train"].has(identity);
  }

  add(identity: string, side: SplitSide): void {
    this.#sides[side].add(identity);
  }
}
