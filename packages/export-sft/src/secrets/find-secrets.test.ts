import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSecrets } from "./find-secrets.ts";

// In pieces, so that no scanner takes this file for one with secrets.
const join = (...parts: string[]) => parts.join("");
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij";
const isInUrl = (kind: string) => kind === "url-password";
const secrets: [string, string][] = [
  ["api-key", join("sk-", "proj-abcdefghij0123456789")],
  ["api-key", join("sk-", "live-1234567890abcdef")],
  ["api-key", join("sk-", "ant-api03-abcdefghijklmnop")],
  ["aws-access-key", join("AKIA", "IOSFODNN7EXAMPLE")],
  ["aws-access-key", join("ASIA", "IOSFODNN7EXAMPLE")],
  ["github-token", join("ghp_", letters)],
  ["github-token", join("ghs_", letters)],
  ["github-token", join("github_pat_", letters)],
  ["gitlab-token", join("glpat-", letters)],
  ["google-api-key", join("AIza", letters.slice(0, 35))],
  ["hugging-face-token", join("hf_", letters)],
  ["jwt", join("eyJ", "hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N")],
  ["npm-token", join("npm_", letters)],
  ["private-key", join("-----BEGIN ", "RSA PRIVATE KEY-----")],
  ["private-key", join("-----BEGIN ", "PRIVATE KEY-----")],
  ["private-key", join("-----BEGIN ", "OPENSSH PRIVATE KEY-----")],
  ["private-key", join("-----BEGIN ", "PGP PRIVATE KEY BLOCK-----")],
  ["slack-token", join("xoxb-", "123456789012-abcdefghij")],
  ["api-key", join("gsk_", letters)],
  ["api-key", join("xai-", letters)],
  ["sendgrid-key", join("SG.", "ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf-09kqeF8tAmbihYzrnopKc")],
  ["google-oauth-secret", join("GOCSPX-", letters.slice(0, 28))],
  ["google-oauth-secret", join("ya29.", letters)],
  ["digitalocean-token", join("dop_v1_", "0123456789abcdef".repeat(4))],
  ["pypi-token", join("pypi-", "AgEIcHlwaS5vcmcCJDU3")],
  ["vault-token", join("hvs.", letters)],
  ["azure-storage-key", join("AccountKey=", letters, "0123456789+/==")],
  ["bearer-token", join("Bearer ", letters, "0123")],
  ["password", join("password=", "hunter2")],
  ["password", join("PASSWORD: ", "'Tr0ub4dor")],
  ["password", join('password": "', "correct-horse-1")],
  ["stripe-key", join("sk_live_", letters)],
  ["stripe-key", join("rk_test_", letters)],
  ["url-password", join("://", "user:hunter2@")],
  ["url-password", join("://", ":pw@")],
];

describe("finds by its form", () => {
  it.each(secrets)("%s: %s", (kind, secret) => {
    const [before, after] = isInUrl(kind) ? ["postgres", "host/db"] : ["key=", " end"];
    const found = findSecrets(`${before}${secret}${after}`);
    expect(found).toEqual([{ kind, start: before.length, end: before.length + secret.length }]);
  });

  it("each of several, in their order", () => {
    const text = secrets.map(([, secret]) => `x ${secret} y`).join("\n");
    const found = findSecrets(text);
    expect(found.map(({ kind }) => kind)).toEqual(secrets.map(([kind]) => kind));
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(
      secrets.map(([, secret]) => secret),
    );
  });
});

describe("finds a secret after what belongs to no word", () => {
  const before = [
    "\n",
    "\\n", // as JSON writes it
    "\\t",
    "\\r\\n",
    "\\u000a",
    "\\u001b[32m",
    "\u001b[1;32m",
    "%3D",
    "%20",
    "\\x1b",
    "_",
    "-",
    "KEY_",
    "é",
  ];
  const inWords = secrets.filter(([kind]) => !isInUrl(kind));

  it.each(before)("%j", (text) => {
    for (const [kind, secret] of inWords) {
      expect([secret, findSecrets(`key${text}${secret}\\n`)]).toEqual([
        secret,
        [{ kind, start: text.length + 3, end: text.length + 3 + secret.length }],
      ]);
    }
  });

  it("and in JSON within JSON", () => {
    for (const [kind, secret] of inWords) {
      const content = JSON.stringify({ content: `key:\n${secret}\n` });
      expect(findSecrets(content).map((found) => found.kind)).toEqual([kind]);
      expect(findSecrets(JSON.stringify(content)).map((found) => found.kind)).toEqual([kind]);
    }
  });

  it("and a private key and a password inside of words", () => {
    const key = join("-----BEGIN ", "RSA PRIVATE KEY-----");
    expect(findSecrets(`word-${key}`)).toMatchObject([{ kind: "private-key", start: 5 }]);
    expect(findSecrets(join("db_password=", "hunter2"))).toMatchObject([{ kind: "password" }]);
    expect(findSecrets(join("dbPassword=", "hunter2"))).toMatchObject([{ kind: "password" }]);
  });
});

it("names a secret by its kind and not by the name before it", () => {
  const [, key] = secrets[0] ?? ["", ""];
  expect(findSecrets(`Bearer ${key}`)).toMatchObject([{ kind: "api-key", start: 7 }]);
  expect(findSecrets(`password=${key}`)).toMatchObject([{ kind: "api-key", start: 9 }]);
  expect(findSecrets(`https://user:${key}@host`)).toMatchObject([{ kind: "url-password" }]);
});

it("finds 130,000 in a text, and none twice", () => {
  const text = join("://", "a:abc@").repeat(130_000);
  const found = findSecrets(text);
  expect(found).toHaveLength(130_000);
  expect(found.at(-1)).toEqual({ kind: "url-password", start: text.length - 9, end: text.length });
});

it.each([
  "",
  "task-1 desk-12345678901234 risk-free-0123456789012",
  "sk-learn-is-a-library",
  "sk-learn-version-1.2 sk-container-3-col",
  "xoxo-hugs-and-kisses",
  "ssh://git:git@github.com postgres://postgres:postgres@localhost",
  "https://$USER:$PASSWORD@host https://user:<password>@host https://user:***@host",
  "password=None password=getpass(1) password: str password=os.environ['KEY1'] password_hash=abc123",
  '{"password":{"type":"string","minLength":8}}',
  "the password: 8-16 characters",
  "pypi-package-name SG.short.x Bearer of-good-news-to-everyone-here vs. hvs.short",
  "https://example.test:8080/path@v1",
  "https://example.test/a:b@c",
  "AKIA and ASIA",
  "eyJ.eyJ.eyJ",
  "-----BEGIN CERTIFICATE-----",
  "ghp_short hf_hub npm_config_cache xoxo",
])("takes no notice of %j", (text) => {
  expect(findSecrets(text)).toEqual([]);
});

it.each([
  ["one letter", "s"],
  ["starts in one word", "sk-"],
  ["starts of their own", "sk- "],
  ["keys without a digit", "sk-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa "],
  ["token heads", "eyJaaaaaaaaa."],
  ["token heads in one word", "eyJ-"],
  ["private keys that do not end", "-----BEGIN A B C PRIVATE KEY"],
  ["addresses", "://a:"],
  ["long addresses", `://${"a".repeat(99)}:${"b".repeat(99)}`],
  ["underscores", "ghp_"],
  ["token heads in words", "eyJ_"],
  ["token heads with their first dot", "eyJaaaaaaaa.a-"],
  ["keys that almost end", "sk-1aaaaaaaaaaaaaa."],
  ["keys in one word", "sk-1_"],
  ["passwords without a digit", "password=aaaaaaaaaaaaaaaa"],
  ["names of passwords", "password= "],
  ["bearers", "Bearer a"],
  ["mail keys", "SG.aaaaaaaaaaaaaaaaaaaa."],
  ["escapes", "\\nsk-"],
])("takes linear time on a megabyte of %s", (_, piece) => {
  const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
  const startedAt = performance.now();
  findSecrets(text);
  // A quadratic search takes minutes.
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

it("finds a secret wherever it stands between other words", () => {
  const [, secret] = secrets[0] ?? ["", ""];
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const found = findSecrets(`${before} ${secret} ${after}`);
      expect(found).toContainEqual({
        kind: "api-key",
        start: before.length + 1,
        end: before.length + 1 + secret.length,
      });
    }),
  );
});
