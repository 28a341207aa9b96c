/** Response headers, as every HTTP client has them. */
export interface HeadersLike {
  /** The value of a header, whatever the case of its name; `null` without it. */
  get(name: string): string | null;
}
