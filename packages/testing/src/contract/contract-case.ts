/** One check of a contract suite, for any test runner. */
export interface ContractCase {
  /** Stable across patch releases. */
  readonly name: string;
  /** Rejects when the contract is broken. May be called more than once. */
  run(): Promise<void>;
}
