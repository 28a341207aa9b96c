/** What stands before the digest of a fingerprint, such as `envfp1`; `null` without a fingerprint. */
export function fingerprintVersion(fingerprint: string | null): string | null {
  return typeof fingerprint === "string" ? (fingerprint.split(":", 1)[0] ?? null) : null;
}
