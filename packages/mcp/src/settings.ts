/** The settings of a source, checked and complete. */
export interface Settings {
  readonly prefix: string;
  /** By the names of the server; undefined for all tools. */
  readonly include: readonly string[] | undefined;
  readonly callTimeoutMs: number;
  readonly startTimeoutMs: number;
}
