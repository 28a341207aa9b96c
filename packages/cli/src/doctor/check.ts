/** What a look at the machine found. */
export interface Check {
  readonly name: string;
  readonly state: "ok" | "warning" | "problem";
  /** In one line; what to do, unless all is well. */
  readonly text: string;
}
