/**
 * The arguments of a tool call as text, whatever the server made of them: some parse them on the way,
 * some leave them out when there are none.
 */
export function toRawArguments(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}
