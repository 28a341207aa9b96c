/** A copy without the members that are undefined, so that absent means absent for whoever looks. */
export function withoutUndefined<Members extends object>(members: Members): Members {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Members;
}
