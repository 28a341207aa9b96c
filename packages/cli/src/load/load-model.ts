import { isAbsolute, resolve } from "node:path";
import { isModel, type Model } from "@rollouts/core";
import { fromStart } from "../files/from-start.ts";
import { didYouMean } from "../text/did-you-mean.ts";
import { firstLine } from "./first-line.ts";
import type { LoadedEnvironment } from "./load-environment.ts";
import { LoadError } from "./load-error.ts";
import { describeLoadFailure } from "./load-failure.ts";
import { openUserModules } from "./user-modules.ts";

/** Providers that have a short name, with the function that makes their models. */
const shortNames: ReadonlyMap<string, Provider> = new Map([
  ["openai", { specifier: "@rollouts/provider-openai", exportName: "openai" }],
]);

interface Provider {
  /** A package, or the absolute path of a file. */
  readonly specifier: string;
  readonly exportName: string;
}

const providerAndId = /^(.+?):(.+)$/s;

/** Packages that a provider needs beside it. */
const peers: ReadonlyMap<string, string> = new Map([["@rollouts/provider-openai", "openai"]]);

/**
 * Makes the model that `--model` names.
 *
 * An environment file that exports `model(id)` is asked first, with the whole text. Otherwise the
 * text is `<provider>:<id>`, where the provider is `openai`, a package of the environment file's
 * project, or a file (`./mine.ts`) that exports `model(id)`.
 *
 * @throws LoadError when there is no such provider, or it makes no model.
 */
export async function loadModel(name: string, loaded: LoadedEnvironment): Promise<Model> {
  if (typeof loaded.exports.model === "function") {
    return makeModel(loaded.exports.model, name, "model() of the environment file");
  }
  const [, provider, id] = providerAndId.exec(name) ?? [];
  if (provider === undefined || id === undefined) {
    throw new LoadError(
      `--model ${name}: write <provider>:<id>, such as openai:gpt-5.5, or export model(id) from the environment file.`,
    );
  }
  const { specifier, exportName } = locate(provider);
  const module = await importProvider(specifier, name, loaded);
  const make = module[exportName] ?? module.default;
  if (typeof make !== "function") {
    throw new LoadError(`--model ${name}: ${specifier} exports no function ${exportName}(id).`);
  }
  return makeModel(make, id, `${exportName}() of ${specifier}`);
}

function isFilePath(provider: string): boolean {
  return /^[./\\]/.test(provider);
}

function locate(provider: string): Provider {
  const known = shortNames.get(provider);
  if (known !== undefined) return known;
  return {
    specifier: isFilePath(provider) ? resolve(fromStart(provider)) : provider,
    exportName: "model",
  };
}

/** The file that `--model` names as its provider, also without its extension, if it names one. */
export function providerFileOf(name: string, environmentPath: string): string | undefined {
  const [, provider] = providerAndId.exec(name) ?? [];
  if (provider === undefined || !isFilePath(provider)) return undefined;
  const { specifier } = locate(provider);
  return openUserModules(resolve(environmentPath)).fileOf(specifier) ?? specifier;
}

async function importProvider(
  specifier: string,
  name: string,
  { modules }: LoadedEnvironment,
): Promise<Record<string, unknown>> {
  try {
    return await modules.import(specifier);
  } catch (thrown) {
    const why = isAbsolute(specifier) ? describeLoadFailure(thrown, specifier) : firstLine(thrown);
    throw new LoadError(
      `--model ${name}: ${specifier} does not load: ${why}.${remedyFor(specifier, name)}`,
      thrown,
    );
  }
}

/** Never how to install a package that only the user knows: a slip may be the name of someone else's. */
function remedyFor(specifier: string, name: string): string {
  const peer = peers.get(specifier);
  if (peer !== undefined) return ` Install it: npm install ${specifier} ${peer}`;
  if (isAbsolute(specifier)) return "";
  const meant = didYouMean(specifier, [...shortNames.keys()]);
  if (meant !== null) return ` Did you mean ${meant}${name.slice(specifier.length)}?`;
  return ` A provider is ${[...shortNames.keys()].join(", ")}, a package of your project that exports model(id), or a file: ./mine.ts:<id>`;
}

async function makeModel(make: object, id: string, maker: string): Promise<Model> {
  const model = await callMaker(make, id, maker);
  if (isModel(model)) return model;
  throw new LoadError(`--model: ${maker} gave no model for ${JSON.stringify(id)}.`);
}

async function callMaker(make: object, id: string, maker: string): Promise<unknown> {
  try {
    return await (make as (id: string) => unknown)(id);
  } catch (thrown) {
    throw new LoadError(`--model: ${maker} failed: ${firstLine(thrown)}`, thrown);
  }
}
