import type { OpenAIApi, OpenAIClient } from "./openai-client.ts";
import type { ProfileName } from "./profile.ts";

/** How a provider reaches its server. Of it, `baseURL`, `api` and `profile` enter the fingerprint. */
export interface OpenAIOptions {
  /**
   * The key. Profiles of hosted services other than OpenAI must be given one; local servers mostly
   * need none.
   *
   * @defaultValue for `openai` and `generic` the environment variable `OPENAI_API_KEY`, read when the
   * first call is made
   */
  readonly apiKey?: string | undefined;
  /**
   * Address of the API. The environment is not looked at.
   *
   * @defaultValue that of the profile: `https://api.openai.com/v1` for `openai`, the usual port on
   * 127.0.0.1 for a local server; `azure` and `generic` have none, so it must be given
   */
  readonly baseURL?: string | undefined;
  /**
   * Names who is charged, such as `"team-a"`. Models of one provider and account share their rate limits,
   * and `limits.providers["openai/team-a"]` is about them. Two keys with limits of their own need two
   * names. Never part of the fingerprint.
   *
   * @defaultValue the address
   */
  readonly account?: string | undefined;
  /**
   * A client of the `openai` package, 6.49 or newer, in place of `apiKey` and `baseURL`. It is used as
   * it is, with its own `fetch`, headers and timeout.
   */
  readonly client?: OpenAIClient | undefined;
  /**
   * `"responses"`, or `"chat"` for Chat Completions.
   *
   * @defaultValue "responses" for `openai` and `azure`, else "chat"
   */
  readonly api?: OpenAIApi | undefined;
  /**
   * The kind of server, which is never guessed. `"generic"` suits one that is not listed.
   *
   * @defaultValue "openai"
   */
  readonly profile?: ProfileName | undefined;
}
