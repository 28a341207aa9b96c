/** Response headers, as every HTTP client has them. */
export interface HeadersLike {
  /** The value of a header, whatever the case of its name; `null` without it. */
  get(name: string): string | null;
}

/** The value of a header without the blanks after it, which clients leave (RFC 9110, section 5.5). */
export function readHeader(headers: HeadersLike, name: string): string | null {
  return headers.get(name)?.trim() ?? null;
}
