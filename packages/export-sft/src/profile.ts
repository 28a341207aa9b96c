/** What a consumer of a fine-tuning file accepts. */
export interface SftProfile {
  readonly name: string;
  /** Most rows in a file. */
  readonly maxRows: number;
  /** Most bytes in a file, newlines included. */
  readonly maxBytes: number;
}
