/** An error, what caused it, what caused that, and so on, each once. */
export function* causeChain(thrown: unknown): Generator<Error, void, undefined> {
  const seen = new Set<unknown>();
  for (let error = thrown; error instanceof Error && !seen.has(error); error = error.cause) {
    seen.add(error);
    yield error;
  }
}
