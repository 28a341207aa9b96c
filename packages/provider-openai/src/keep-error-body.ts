import { isPlainObject } from "@rollouts/core";

/**
 * Fetches, and brings the body of a failure into the form of OpenAI: the client of version 6 drops
 * what has no `error` member, and with it the words of many compatible servers.
 */
export async function fetchKeepingErrorBody(
  ...request: Parameters<typeof fetch>
): Promise<Response> {
  const response = await fetch(...request);
  if (response.status < 400) return response;
  const { status, headers } = response;
  return new Response(toErrorBody(await response.text()), { status, headers });
}

function toErrorBody(text: string): string {
  const error = findError(parse(text));
  return error === undefined ? text : JSON.stringify({ error });
}

/** Some servers wrap the error in a list, some leave out the `error` around it, some call it detail. */
function findError(body: unknown): unknown {
  const object: unknown = Array.isArray(body) ? body[0] : body;
  if (!isPlainObject(object)) return undefined;
  const { error, detail, message, code, type, param } = object;
  if (error !== undefined && error !== null) return error;
  const words = message ?? detail ?? undefined;
  if (words === undefined) return undefined;
  return { message: typeof words === "string" ? words : JSON.stringify(words), code, type, param };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
