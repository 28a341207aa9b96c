import { errorTypeOf, ProviderError } from "@rollouts/core";

/**
 * Loads the `openai` package. With the first call, so that importing this package, or bringing a client,
 * is cheap.
 *
 * @throws ProviderError that says what to install when it cannot be loaded; of a class that ends a run,
 * since no call could be made.
 */
export async function loadPeer(load = () => import("openai")) {
  try {
    return await load();
  } catch (thrown) {
    const reason = codeOf(thrown) ?? errorTypeOf(thrown) ?? typeof thrown;
    throw new ProviderError({
      errorClass: "unsupported-setting",
      provider: "openai",
      message: `The package openai cannot be loaded (${reason}). Install it: npm install openai. On Node 20 it must be version 6 (openai@6).`,
    });
  }
}

function codeOf(thrown: unknown): string | undefined {
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  return typeof code === "string" ? code : undefined;
}
