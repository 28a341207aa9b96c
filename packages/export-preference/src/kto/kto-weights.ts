/** Weights for a trainer's loss, of which one is 1. */
export interface KtoWeights {
  /** Of rows with the label `true`; TRL calls it `desirable_weight`. */
  readonly desirable: number;
  /** Of rows with the label `false`; TRL calls it `undesirable_weight`. */
  readonly undesirable: number;
}

const mostDesirable = 4 / 3;

/**
 * Weights under which weight times count of the good rows is 1 to 4/3 of that of the bad ones, which
 * TRL asks for; `null` when one side has no rows.
 */
export function suggestWeights(desirable: number, undesirable: number): KtoWeights | null {
  if (desirable === 0 || undesirable === 0) return null;
  // Two decimals, rounded so that the good rows do not come out below the bad ones.
  if (desirable < undesirable) {
    return { desirable: Math.ceil((100 * undesirable) / desirable) / 100, undesirable: 1 };
  }
  if (desirable / undesirable <= mostDesirable) return { desirable: 1, undesirable: 1 };
  return { desirable: 1, undesirable: Math.floor((100 * desirable) / undesirable) / 100 };
}
