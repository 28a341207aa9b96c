import { createHash } from "node:crypto";
import { FingerprintError } from "../errors/fingerprint-error.ts";
import { isRolloutsError } from "../errors/rollouts-error.ts";
import { describeThrown, memberOf } from "../errors/thrown.ts";
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
  const { path, reason } = isFingerprintError(thrown)
    ? thrown
    : { path: "$", reason: describeThrown(thrown) };
  return new FingerprintError({ path: `$.${name}${path.slice(1)}`, reason, cause: thrown });
}

/** Also of another copy of this package, where a scorer's digest may come from. */
function isFingerprintError(thrown: unknown): thrown is FingerprintError {
  if (!isRolloutsError(thrown) || thrown.code !== "not_fingerprintable") return false;
  return ["path", "reason"].every((key) => typeof memberOf(thrown, key) === "string");
}
