/** Canonical JSON in its plainest form, of values that JSON can carry; to check the real one by. */
export function naiveCanonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(naiveCanonicalJson).join(",")}]`;
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${naiveCanonicalJson(member)}`);
  return `{${members.join(",")}}`;
}
