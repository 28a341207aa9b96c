import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Environment } from "@rollouts/core";
import { LoadError } from "./load-error.ts";
import { describeLoadFailure } from "./load-failure.ts";
import { openUserModules, type UserModules } from "./user-modules.ts";

/** An environment file, loaded. */
export interface LoadedEnvironment {
  readonly env: Environment;
  /** Everything that the file exports. */
  readonly exports: Readonly<Record<string, unknown>>;
  readonly modules: UserModules;
}

/**
 * Loads an environment file: a TypeScript or JavaScript module that exports one environment, by
 * default or under any name.
 *
 * @throws LoadError when it is not there, does not load, or exports no environment, or several.
 */
export async function loadEnvironment(path: string): Promise<LoadedEnvironment> {
  const absolutePath = resolve(path);
  const isFile = await stat(absolutePath).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) throw new LoadError(`There is no environment file ${path}.`);
  const modules = openUserModules(absolutePath);
  const exports = await importFile(modules, absolutePath, path);
  return { env: findEnvironment(exports, path), exports, modules };
}

async function importFile(
  modules: UserModules,
  absolutePath: string,
  path: string,
): Promise<Record<string, unknown>> {
  try {
    return await modules.import(absolutePath);
  } catch (thrown) {
    throw new LoadError(
      `${path} does not load: ${describeLoadFailure(thrown, absolutePath)}`,
      thrown,
    );
  }
}

function findEnvironment(exports: Readonly<Record<string, unknown>>, path: string): Environment {
  // CommonJS may assign the environment to the module itself.
  const found = [...new Set([exports, ...Object.values(exports)].filter(isEnvironment))];
  const [env] = found;
  if (env === undefined) {
    throw new LoadError(
      `${path} exports no environment. Add: export default defineEnvironment({ ... });`,
    );
  }
  if (found.length > 1) {
    throw new LoadError(`${path} exports ${found.length} environments. Leave one to a file.`);
  }
  return env;
}

function isEnvironment(value: unknown): value is Environment {
  if (typeof value !== "object" || value === null) return false;
  const { tasks, scorer, metrics } = value as Partial<Environment>;
  return Array.isArray(tasks) && typeof scorer?.score === "function" && typeof metrics === "object";
}
