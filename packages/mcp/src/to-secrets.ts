import { unescapeText } from "./unescape-text.ts";

/** What stands between the parts of a value such as `Token token="abc", sid=def; x`. */
const separators = /[\s;,&"'`]+/;
/** The name in `name=value`. Nothing follows the `=` at the end of base64. */
const names = /(?<=^|[\s;,&?"'`])[\w.-]+=(?=[^=\s;,&])/g;
/** Words and media types, which stand in many texts by chance. */
const plain = /^(?:[A-Z]?[a-z]{1,15}|[A-Z]{1,16})(?:\/[a-z.+-]+)?$/;

/**
 * What gives away the value of a header, of a variable or of a query, if a server repeats it: the value
 * as a whole, and the parts that are no plain words, with and without the escapes of JSON and URLs.
 */
export function toSecrets(value: string): readonly string[] {
  // The escapes may hide a separator, or be one.
  const secrets = [value, unescapeText(value)].flatMap((text) => [
    text,
    ...credentialsOf(text),
    ...partsOf(text),
  ]);
  return [...new Set(secrets.flatMap((secret) => [secret, unescapeText(secret)]))];
}

function partsOf(text: string): readonly string[] {
  const values = text.replace(names, " ").split(separators);
  // An `=` may also be a part of the secret.
  return values.flatMap((part) => [part, ...part.split("=")]).filter((part) => !plain.test(part));
}

/** What stands where only a secret can, even if that is a plain word. */
function credentialsOf(text: string): readonly string[] {
  const token = /^(?:bearer|token|\S*key)\s+(\S+)$/i.exec(text)?.[1];
  const basic = /^basic\s+(\S+)$/i.exec(text)?.[1];
  const inUrl = /:\/\/([^/?#\s]*)@/.exec(text)?.[1];
  const decoded = basic === undefined ? inUrl : Buffer.from(basic, "base64").toString("utf8");
  const logins = decoded === undefined ? [] : [decoded, passwordOf(decoded)];
  return [token, basic, ...logins].filter((secret) => secret !== undefined);
}

/** An API key may stand in the place of the user, without a password. */
function passwordOf(login: string): string {
  const [user = "", ...rest] = login.split(":");
  return rest.join(":") || user;
}
