import { expect, it } from "vitest";
import { toSecrets } from "./to-secrets.ts";

const basic = (login: string) => `Basic ${Buffer.from(login).toString("base64")}`;

it.each([
  ["Bearer supersecret", ["supersecret"]],
  ["ApiKey supersecret", ["supersecret"]],
  ['Token token="k-12345678"', ["k-12345678"]],
  ["sid=k-12345678; other=1", ["k-12345678"]],
  ["k-12345678,k-87654321", ["k-12345678", "k-87654321"]],
  ["sid=s%3Ak-12345678%2Fa", ["s%3Ak-12345678%2Fa", "s:k-12345678/a"]],
  ["key=YWJjZGVmZ2g=", ["YWJjZGVmZ2g=", "YWJjZGVmZ2g"]],
  ["key=abcd=1234", ["abcd=1234"]],
  [basic("user:supersecret"), ["user:supersecret", "supersecret"]],
  [basic("user:super:secret"), ["super:secret"]],
  [basic("sk-12345678:"), ["sk-12345678"]],
  ["db://admin:super%2Fsecret@host/db", ["super%2Fsecret", "super/secret"]],
  ["https://k-12345678@host", ["k-12345678"]],
  ["https://host/mcp?key=k-12345678&a=b", ["k-12345678"]],
  ['{"key":"k-12345678"}', ["k-12345678"]],
  ["-----BEGIN KEY-----\\nMIIEvQ+/k\\n", ["MIIEvQ+/k"]],
])("of %s the parts are secrets as well", (value, parts) => {
  expect(toSecrets(value)).toEqual(expect.arrayContaining([value, ...parts]));
});

it.each([
  ["application/json; charset=supercharset", []],
  ["Application, AUTHORIZATION", []],
  ["session_token=k-12345678", ["k-12345678"]],
  ["production", ["production"]],
])("plain words and names are no secrets, unless they are the whole value: %s", (value, parts) => {
  expect(toSecrets(value).filter((secret) => secret.length >= 8)).toEqual([
    ...new Set([value, ...parts]),
  ]);
});
