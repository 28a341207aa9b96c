import { constants } from "node:buffer";
import { crc32 } from "node:zlib";
import { isAt } from "./is-at.ts";

/** How a sealed line ends, before its newline: `,"crc":"`, eight digits, `"}`. */
const openSeal = Buffer.from(',"crc":"');
const closeSeal = Buffer.from('"}');
const digitCount = 8;
const sealBytes = openSeal.length + digitCount + closeSeal.length;

/** Some tools take these for line breaks; JSON does not escape them. */
const lineBreaks = [
  ["\u0085", "\\u0085"],
  ["\u2028", "\\u2028"],
  ["\u2029", "\\u2029"],
] as const;

/** A value as JSON, as it stands in a line. */
export function toJsonText(value: object | string): string {
  let json = JSON.stringify(value);
  for (const [character, escaped] of lineBreaks) {
    // Not replaced: that takes five times as long, and with a function a process dies of too many.
    if (json.includes(character)) json = json.split(character).join(escaped);
  }
  return json;
}

/**
 * One line of the file, its newline included: the JSON of an object with members, whose last one is
 * the CRC-32 of the bytes before it.
 *
 * @throws RangeError when the line is longer than a string can be: nobody could read it again.
 */
export function sealLine(value: object): Buffer {
  const json = toJsonText(value);
  const isReadable = json.length + sealBytes <= constants.MAX_STRING_LENGTH;
  if (!isReadable) throw new RangeError(`Invalid line length: ${json.length}`);
  const contentEnd = Buffer.byteLength(json) - 1;
  const line = Buffer.allocUnsafe(contentEnd + sealBytes + 1);
  line.write(json);
  const digits = toDigits(crc32(line.subarray(0, contentEnd)));
  // In place of the closing brace.
  line.write(`${openSeal}${digits}${closeSeal}\n`, contentEnd, "latin1");
  return line;
}

/**
 * Whether a line, without its newline, carries a seal that fits, a wrong one, or none: whoever writes
 * a line by hand may leave it out.
 */
export function checkSeal(line: Buffer): "sealed" | "broken" | "none" {
  const checksum = readSeal(line);
  if (checksum === null) return "none";
  return crc32(line.subarray(0, line.length - sealBytes)) === checksum ? "sealed" : "broken";
}

/** A number that tells a line from others: that of its seal, which is taken at its word, or its CRC-32. */
export function checksumOf(line: Buffer): number {
  return readSeal(line) ?? crc32(line);
}

/** The checksum that a seal holds; `null` when there is none. */
function readSeal(line: Buffer): number | null {
  const contentEnd = line.length - sealBytes;
  const digitsStart = contentEnd + openSeal.length;
  const hasSeal =
    contentEnd >= 1 &&
    isAt(line, contentEnd, openSeal) &&
    isAt(line, digitsStart + digitCount, closeSeal);
  return hasSeal ? readDigits(line, digitsStart) : null;
}

/** `null` unless all are lower-case hexadecimal digits. */
function readDigits(line: Buffer, start: number): number | null {
  let value = 0;
  for (let at = start; at < start + digitCount; at++) {
    const code = line[at] ?? 0;
    const isDecimal = code >= 0x30 && code <= 0x39;
    if (!isDecimal && (code < 0x61 || code > 0x66)) return null;
    value = value * 16 + code - (isDecimal ? 0x30 : 0x61 - 10);
  }
  return value;
}

function toDigits(checksum: number): string {
  return checksum.toString(16).padStart(digitCount, "0");
}
