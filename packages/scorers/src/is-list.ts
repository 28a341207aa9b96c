/** Array.isArray does not narrow readonly lists. */
export function isList<Item, Other>(value: readonly Item[] | Other): value is readonly Item[] {
  return Array.isArray(value);
}
