/** How a run shows its progress. */
export type Reporter = "grid" | "lines" | "none";

export const reporters: readonly Reporter[] = ["grid", "lines", "none"];
