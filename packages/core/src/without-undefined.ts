/**
 * A copy without the members that are `undefined`, so that absent means absent for whoever looks. Of
 * plain objects whose member names are known beforehand.
 */
export function withoutUndefined<Members extends object>(members: Members): Members {
  const present: Partial<Members> = {};
  // A loop, since it is a third of the cost of a list of entries, and every model call comes here often.
  for (const key in members) if (members[key] !== undefined) present[key] = members[key];
  return present as Members;
}
