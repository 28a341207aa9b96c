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

/** Forms that share a piece of text, which is rare, so that most texts are done with looking for it. */
export interface SecretGroup {
  readonly hint: string;
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

export const secretGroups: readonly SecretGroup[] = [
  {
    hint: "k-",
    forms: [
      form(
        "api-key",
        "sk-",
        // Words such as sk-learn-2 have a digit too, but no long run of letters and digits.
        /sk-(?=[A-Za-z_-]{0,64}[0-9])(?=[A-Za-z0-9_-]{0,64}?[A-Za-z0-9]{16})[A-Za-z0-9_-]{16,}/y,
      ),
    ],
  },
  { hint: "xai-", forms: [form("api-key", "xai-", /xai-[A-Za-z0-9]{20,}/y)] },
  {
    hint: "KIA",
    forms: [form("aws-access-key", "AKIA", /AKIA[A-Z0-9]{16}(?![A-Za-z0-9])/y)],
  },
  {
    hint: "SIA",
    forms: [form("aws-access-key", "ASIA", /ASIA[A-Z0-9]{16}(?![A-Za-z0-9])/y)],
  },
  {
    hint: "_",
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
  { hint: "glpat-", forms: [form("gitlab-token", "glpat-", /glpat-[A-Za-z0-9_-]{20,}/y)] },
  { hint: "AIza", forms: [form("google-api-key", "AIza", /AIza[A-Za-z0-9_-]{35}/y)] },
  { hint: "GOCSPX-", forms: [form("google-oauth-secret", "GOCSPX-", /GOCSPX-[\w-]{20,}/y)] },
  { hint: "29.", forms: [form("google-oauth-secret", "ya29.", /ya29\.[\w-]{20,}/y)] },
  {
    hint: "yJ",
    forms: [form("jwt", "eyJ", /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/y, { placing: "long-word" })],
  },
  { hint: "xox", forms: [form("slack-token", "xox", /xox[abeoprs]-[0-9][A-Za-z0-9-]{9,}/y)] },
  { hint: "SG.", forms: [form("sendgrid-key", "SG.", /SG\.[\w-]{16,}\.[\w-]{16,}/y)] },
  {
    hint: "ypi-",
    forms: [form("pypi-token", "pypi-", /pypi-(?:AgE[\w-]{10,}|\w{40,})/y)],
  },
  { hint: "vs.", forms: [form("vault-token", "hvs.", /hvs\.[\w-]{20,}/y)] },
  {
    hint: "Key=",
    forms: [
      form("azure-storage-key", "AccountKey=", /AccountKey=[A-Za-z0-9+/]{40,}={0,2}/y, {
        placing: "anywhere",
      }),
    ],
  },
  {
    hint: "PRIVATE KEY",
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
    hint: "://",
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
    hint: "Bearer ",
    forms: [
      form("bearer-token", "Bearer ", /Bearer (?=[A-Za-z._~+/-]{0,64}\d)[\w.~+/-]{20,}={0,2}/y, {
        isGeneric: true,
      }),
    ],
  },
  { hint: "word", forms: passwords("password", "Password") },
  { hint: "WORD", forms: passwords("PASSWORD") },
];
