import { isRelevant } from "./is-relevant.ts";
import { watchFolders } from "./watch-folders.ts";

/** Waits for the next change of a project that calls for another run. */
export interface NextChange {
  /** Settles with the changed file, when no other has followed for a moment. */
  readonly seen: Promise<string>;
  /** Tells that the run is over, so that changes of data count too. */
  runEnded(): void;
  close(): void;
}

export interface NextChangeOptions {
  /** Absolute paths of files that the run writes. */
  readonly outputs: ReadonlySet<string>;
  /** How long no other change may follow: an editor may write a file in several steps. */
  readonly quietMs?: number | undefined;
}

/** Starts to wait. */
export async function nextChange(
  root: string,
  { outputs, quietMs = 100 }: NextChangeOptions,
): Promise<NextChange> {
  let isRunning = true;
  let timer: NodeJS.Timeout | undefined;
  let tell: (path: string) => void = () => {};
  const seen = new Promise<string>((resolve) => {
    tell = resolve;
  });
  const unwatch = await watchFolders(root, (path) => {
    if (!isRelevant({ path, isRunning }, outputs)) return;
    clearTimeout(timer);
    timer = setTimeout(() => tell(path), quietMs);
  });
  return {
    seen,
    runEnded() {
      // What the run wrote last is told late.
      setTimeout(() => {
        isRunning = false;
      }, quietMs);
    },
    close() {
      clearTimeout(timer);
      unwatch();
    },
  };
}
