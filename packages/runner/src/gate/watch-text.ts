import type { ModelRequest } from "@rollouts/core";

/** A request that remembers whether any text of its answer was passed on. */
export interface WatchedRequest {
  readonly request: ModelRequest;
  hasWritten(): boolean;
}

const writesNothing = () => false;

export function watchText(request: ModelRequest): WatchedRequest {
  if (request.onProgress === undefined) return { request, hasWritten: writesNothing };
  let hasWritten = false;
  return {
    hasWritten: () => hasWritten,
    request: {
      ...request,
      onProgress(progress) {
        if (progress.type === "text-delta") hasWritten = true;
        request.onProgress?.(progress);
      },
    },
  };
}

/** A text that one try has begun must not be continued by the next. */
export function withoutText(request: ModelRequest): ModelRequest {
  return { ...request, onProgress: () => request.onProgress?.({ type: "alive" }) };
}
