/** How long the answers of the pairs are, by what the model wrote, in bytes of UTF-8. */
export interface PairLengths {
  readonly chosenMean: number;
  readonly rejectedMean: number;
  /** By what part the chosen answers are longer than the rejected; `null` when those are empty. */
  readonly relativeDifference: number | null;
  /** True over 20 % either way: a model may then learn the length and not the answer. */
  readonly isBiased: boolean;
}

const biasFrom = 0.2;

/** Adds up the lengths of pairs. */
export class LengthTally {
  #pairs = 0;
  #chosen = 0;
  #rejected = 0;

  add(chosenBytes: number, rejectedBytes: number): void {
    this.#pairs += 1;
    this.#chosen += chosenBytes;
    this.#rejected += rejectedBytes;
  }

  /** `null` when there is no pair. */
  facts(): PairLengths | null {
    if (this.#pairs === 0) return null;
    const difference = this.#chosen - this.#rejected;
    const relativeDifference = this.#rejected === 0 ? null : difference / this.#rejected;
    return {
      chosenMean: this.#chosen / this.#pairs,
      rejectedMean: this.#rejected / this.#pairs,
      relativeDifference,
      isBiased: relativeDifference === null || Math.abs(relativeDifference) > biasFrom,
    };
  }
}
