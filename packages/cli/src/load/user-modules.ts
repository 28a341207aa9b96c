import { fileURLToPath, pathToFileURL } from "node:url";
import { createJiti } from "jiti";

/** Imports modules of a user's project, in TypeScript or JavaScript. */
export interface UserModules {
  /** A file by its absolute path, or a package as the project sees it. */
  import(specifier: string): Promise<Record<string, unknown>>;
  /** The file that `import` would load; `null` where there is none. */
  fileOf(specifier: string): string | null;
}

/** Opens the project that a file belongs to. */
export function openUserModules(absolutePath: string): UserModules {
  const jiti = createJiti(pathToFileURL(absolutePath).href, {
    // Its cache of transpiled code may lie in the shared temporary folder, where others can write.
    fsCache: false,
    // The names of a module as they were written, nothing mixed into its default export.
    interopDefault: false,
  });
  return {
    import: (specifier) => jiti.import<Record<string, unknown>>(specifier),
    fileOf(specifier) {
      const url = jiti.esmResolve(specifier, { try: true });
      return url?.startsWith("file:") ? fileURLToPath(url) : null;
    },
  };
}
