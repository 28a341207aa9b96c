/** Where, between 0 and `highest`, a condition that first holds ends to hold. */
export function bisect(highest: number, holds: (value: number) => boolean): number {
  let low = 0;
  let high = highest;
  // 60 halvings leave less than the distance of two neighbouring doubles.
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
