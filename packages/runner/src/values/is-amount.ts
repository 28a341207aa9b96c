/** What plug-ins report may be anything: true for a number that can be an amount. */
export function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
