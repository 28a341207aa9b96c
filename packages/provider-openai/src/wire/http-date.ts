/** The form of C's `asctime`, which has no time zone: it means GMT. */
const asctime = /^[a-z]{3} [a-z]{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/i;

/**
 * Reads a date of HTTP in any of its three forms (RFC 9110, section 5.6.7), in milliseconds since
 * 1970. Undefined for anything else.
 */
export function readHttpDate(text: string): number | undefined {
  const date = text.trim();
  const inGmt = asctime.test(date) ? `${date} GMT` : date;
  // The time zone is looked for, since Date.parse takes nearly anything for a date.
  const time = / gmt$/i.test(inGmt) ? Date.parse(inGmt) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
