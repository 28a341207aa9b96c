/**
 * What kind of thing there is to do: compare all the same (`allow`), merge files properly (`merge`), write
 * to another sink (`other-sink`), leave out the seed (`other-seed`), score anew (`rescore`), recover a
 * damaged file (`salvage`), split tasks otherwise (`split`), replace what UTF-8 cannot carry
 * (`lone-surrogates`).
 */
export type AdviceId =
  | "allow"
  | "lone-surrogates"
  | "merge"
  | "other-seed"
  | "other-sink"
  | "rescore"
  | "salvage"
  | "split";

/** What to do about an error, told so that a tool can put it in words of its own. */
export interface Advice {
  readonly id: AdviceId;
  /** In the words of the library: names of functions and options. */
  readonly text: string;
  /** What the advice is about: for `allow` what has to be allowed, for `salvage` the path. */
  readonly values?: readonly string[] | undefined;
}
