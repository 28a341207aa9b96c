/** The longest that a timer of JavaScript can wait, in milliseconds: nearly 25 days. */
export const maxDelayMs = 2 ** 31 - 1;
