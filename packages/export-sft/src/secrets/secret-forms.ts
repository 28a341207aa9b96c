import { continuesWord } from "./continues-word.ts";

/** Kinds of secrets that are known. */
export type SecretKind =
  | "api-key"
  | "aws-access-key"
  | "azure-storage-key"
  | "bearer-token"
  | "digitalocean-token"
  | "github-token"
  | "gitlab-token"
  | "google-api-key"
  | "google-oauth-secret"
  | "hugging-face-token"
  | "jwt"
  | "npm-token"
  | "password"
  | "private-key"
  | "pypi-token"
  | "sendgrid-key"
  | "slack-token"
  | "stripe-key"
  | "url-password"
  | "vault-token";

/** What a secret looks like. */
export interface SecretForm {
  readonly kind: SecretKind;
  /** What it starts with. */
  readonly start: string;
  /** All of it. A match takes time that is bounded, or grows with what it matches alone. */
  readonly pattern: RegExp;
  /**
   * `word`: it starts where a word starts. `long-word`: moreover, where it does not match, no later
   * start in the same word does. `anywhere`: also inside of words.
   */
  readonly placing: "word" | "long-word" | "anywhere";
  /** True for a name with a value that may be a secret of a better known kind. */
  readonly isGeneric: boolean;
}

/** Forms that are looked for together. */
export interface SecretGroup {
  /** False, in little time, for most texts that hold none of them. */
  readonly mayBeIn: (text: string) => boolean;
  readonly forms: readonly SecretForm[];
}

type Details = Partial<Pick<SecretForm, "placing" | "isGeneric">>;

const form = (
  kind: SecretKind,
  start: string,
  pattern: RegExp,
  details: Details = {},
): SecretForm => ({ kind, start, pattern, placing: "word", isGeneric: false, ...details });

/** A name before a password, as in `password=`, `"password": "` or `Password: `, and the password. */
const assigned =
  /password\\{0,3}["']?\s{0,3}[=:]\s{0,3}\\{0,3}["']?(?![*<$%])(?=[^\s"'\\&;,<>(){}[\]\d]{0,64}\d)[^\s"'\\&;,<>(){}[\]]{6,100}/iy;
const passwords = (...starts: readonly string[]) =>
  starts.map((start) =>
    form("password", start, assigned, { placing: "anywhere", isGeneric: true }),
  );

/** A piece of all forms of a group that is rare in other texts, or at least its first letter is. */
const holds =
  (piece: string): SecretGroup["mayBeIn"] =>
  (text) =>
    text.includes(piece);

/** True when a word starts with `sk-`, as task-1 does not. */
function hasKeyStart(text: string): boolean {
  for (let at = text.indexOf("k-"); at !== -1; at = text.indexOf("k-", at + 1)) {
    if (text[at - 1] === "s" && !continuesWord(text, at - 1)) return true;
  }
  return false;
}

/** The ends of ghp, gho, ghu, ghs, ghr, github_pat, hf, npm, sk_live, sk_test, gsk and dop_v1. */
const tokenPrefixEnds = new Set("hp ho hu hs hr at hf pm ve st sk v1".split(" "));

/** True when one of the ends stands before an underscore. */
function hasTokenPrefix(text: string): boolean {
  for (let at = text.indexOf("_"); at !== -1; at = text.indexOf("_", at + 1)) {
    if (tokenPrefixEnds.has(text.slice(Math.max(0, at - 2), at))) return true;
  }
  return false;
}

export const secretGroups: readonly SecretGroup[] = [
  {
    mayBeIn: hasKeyStart,
    forms: [
      form(
        "api-key",
        "sk-",
        // Words such as sk-learn-2 have a digit too, but no long run of letters and digits.
        /sk-(?=[A-Za-z_-]{0,64}[0-9])(?=[A-Za-z0-9_-]{0,64}?[A-Za-z0-9]{16})[A-Za-z0-9_-]{16,}/y,
      ),
    ],
  },
  { mayBeIn: holds("xai-"), forms: [form("api-key", "xai-", /xai-[A-Za-z0-9]{20,}/y)] },
  {
    mayBeIn: holds("KIA"),
    forms: [form("aws-access-key", "AKIA", /AKIA[A-Z0-9]{16}(?![A-Za-z0-9])/y)],
  },
  {
    mayBeIn: holds("SIA"),
    forms: [form("aws-access-key", "ASIA", /ASIA[A-Z0-9]{16}(?![A-Za-z0-9])/y)],
  },
  {
    mayBeIn: hasTokenPrefix,
    forms: [
      ...["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map((start) =>
        form("github-token", start, /gh._[A-Za-z0-9]{20,}/y),
      ),
      form("github-token", "github_pat_", /github_pat_[A-Za-z0-9_]{20,}/y),
      form("hugging-face-token", "hf_", /hf_[A-Za-z0-9]{30,}/y),
      form("npm-token", "npm_", /npm_[A-Za-z0-9]{36}/y),
      ...["sk_live_", "sk_test_", "rk_live_", "rk_test_"].map((start) =>
        form("stripe-key", start, /.k_...._[A-Za-z0-9]{16,}/y),
      ),
      form("api-key", "gsk_", /gsk_[A-Za-z0-9]{20,}/y),
      form("digitalocean-token", "dop_v1_", /dop_v1_[a-f0-9]{40,}/y),
    ],
  },
  {
    mayBeIn: holds("glpat-"),
    forms: [form("gitlab-token", "glpat-", /glpat-[A-Za-z0-9_-]{20,}/y)],
  },
  { mayBeIn: holds("AIza"), forms: [form("google-api-key", "AIza", /AIza[A-Za-z0-9_-]{35}/y)] },
  {
    mayBeIn: holds("GOCSPX-"),
    forms: [form("google-oauth-secret", "GOCSPX-", /GOCSPX-[\w-]{20,}/y)],
  },
  { mayBeIn: holds("29."), forms: [form("google-oauth-secret", "ya29.", /ya29\.[\w-]{20,}/y)] },
  {
    mayBeIn: holds("yJ"),
    forms: [form("jwt", "eyJ", /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/y, { placing: "long-word" })],
  },
  {
    mayBeIn: holds("xox"),
    forms: [form("slack-token", "xox", /xox[abeoprs]-[0-9][A-Za-z0-9-]{9,}/y)],
  },
  { mayBeIn: holds("SG."), forms: [form("sendgrid-key", "SG.", /SG\.[\w-]{16,}\.[\w-]{16,}/y)] },
  {
    mayBeIn: holds("ypi-"),
    forms: [form("pypi-token", "pypi-", /pypi-(?:AgE[\w-]{10,}|\w{40,})/y)],
  },
  { mayBeIn: holds("vs."), forms: [form("vault-token", "hvs.", /hvs\.[\w-]{20,}/y)] },
  {
    mayBeIn: holds("Key="),
    forms: [
      form("azure-storage-key", "AccountKey=", /AccountKey=[A-Za-z0-9+/]{40,}={0,2}/y, {
        placing: "anywhere",
      }),
    ],
  },
  {
    mayBeIn: holds("PRIVATE KEY"),
    forms: [
      form(
        "private-key",
        "-----BEGIN ",
        /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y,
        { placing: "anywhere" },
      ),
    ],
  },
  {
    mayBeIn: holds("://"),
    forms: [
      form(
        "url-password",
        "://",
        // A password that is the user's name, or a place for one, is none.
        /:\/\/([^\s/:@"]{0,100}):(?!\1@)(?![*<${])[^\s/:@"]{2,100}@/y,
        { placing: "anywhere" },
      ),
    ],
  },
  {
    mayBeIn: holds("Bearer "),
    forms: [
      form("bearer-token", "Bearer ", /Bearer (?=[A-Za-z._~+/-]{0,64}\d)[\w.~+/-]{20,}={0,2}/y, {
        isGeneric: true,
      }),
    ],
  },
  { mayBeIn: holds("word"), forms: passwords("password", "Password") },
  { mayBeIn: holds("WORD"), forms: passwords("PASSWORD") },
];
