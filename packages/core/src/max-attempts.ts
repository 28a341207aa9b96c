/** The most attempts that one run may plan, its tasks times `k`: something is kept in memory of each. */
export const maxAttempts = 10_000_000;
