import { createHash } from "node:crypto";
import { FingerprintError } from "../errors/fingerprint-error.ts";
import { describeThrown } from "../errors/thrown.ts";
import { writeCanonicalJson } from "./canonical-json.ts";

/**
 * SHA-256 of the UTF-8 bytes of the canonical JSON of a value, as 64 hexadecimal digits.
 *
 * @throws FingerprintError for what JSON cannot carry.
 */
export function fingerprint(value: unknown): string {
  const hash = createHash("sha256");
  writeCanonicalJson(value, (chunk) => hash.update(chunk));
  return hash.digest("hex");
}

/**
 * Fingerprint of one part of something larger.
 *
 * @throws FingerprintError that names the part, whatever goes wrong in reading it.
 */
export async function fingerprintPart(name: string, read: () => unknown): Promise<string> {
  try {
    return fingerprint(await read());
  } catch (thrown) {
    throw inPart(name, thrown);
  }
}

/** Whatever was thrown while a part was read, as an error that names the part. */
export function inPart(name: string, thrown: unknown): FingerprintError {
  const message = describeThrown(thrown);
  const path = thrown instanceof FingerprintError ? thrown.path : "$";
  const place = `$.${name}${path.slice(1)}`;
  return new FingerprintError({
    path: place,
    message: message.startsWith(path) ? place + message.slice(path.length) : `${place}: ${message}`,
    cause: thrown,
  });
}
