/** Estimated tokens of the rows that were written. */
export interface TokenReport {
  /** Whose tokens; other models count differently, often by 15 to 20 %. */
  readonly encoding: "o200k_base";
  readonly total: number;
  /** Of the longest row. */
  readonly max: number;
  /** Rows over the profile's limit, which the consumer would cut; `null` when it has none. */
  readonly overLimit: number | null;
}
