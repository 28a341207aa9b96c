// Holds etc/*.api.md, the exported types of every package, to what the packages export as they are
// built, and every export to having a docstring. `--write` renews the files: a change of them in a diff
// is a change of the public surface. A type that is exposed but not exported stands there as a warning.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const reportFolder = join(root, "etc");
const isWriting = process.argv.includes("--write");

/** Every entry with types: its report, and where its declarations are. */
function* entries() {
  for (const name of readdirSync(join(root, "packages"))) {
    const folder = join(root, "packages", name);
    const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    for (const [path, { types }] of Object.entries(exports)) {
      if (types === undefined) continue;
      const report = `${join(name, path).replaceAll("/", ".")}.api.md`;
      yield { report, folder, declarations: join(folder, types) };
    }
  }
}

const errors = { default: { logLevel: ExtractorLogLevel.Error } };
const silent = { logLevel: ExtractorLogLevel.None };
const messages = {
  compilerMessageReporting: errors,
  extractorMessageReporting: {
    ...errors,
    "ae-missing-release-tag": silent, // all that is exported is public
    "ae-undocumented": silent, // it asks for a docstring on every property; see undocumentedOf
    "ae-forgotten-export": { logLevel: ExtractorLogLevel.Warning, addToApiReportFile: true },
  },
  tsdocMessageReporting: { default: silent },
};

function configOf({ report, folder, declarations }, reportTempFolder) {
  return ExtractorConfig.prepare({
    packageJsonFullPath: join(folder, "package.json"),
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: declarations,
      newlineKind: "lf",
      compiler: {
        overrideTsconfig: {
          extends: join(root, "tsconfig.base.json"),
          compilerOptions: { customConditions: [] }, // siblings as they are built
          files: [declarations],
        },
      },
      apiReport: { enabled: true, reportFileName: report, reportFolder, reportTempFolder },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages,
    },
  });
}

/** Exports without a docstring. Of an overloaded function, one signature carries it. */
function undocumentedOf(report) {
  const exported = /^\/\/ @\w+( \(undocumented\))?\nexport (?:declare )?(?:abstract )?\w+ (\w+)/gm;
  const isDocumented = new Map();
  for (const [, mark, name] of readFileSync(join(reportFolder, report), "utf8").matchAll(
    exported,
  )) {
    isDocumented.set(name, isDocumented.get(name) || mark === undefined);
  }
  return [...isDocumented].filter(([, documented]) => !documented).map(([name]) => name);
}

const faults = [];
const reports = new Set();
const temporary = mkdtempSync(join(tmpdir(), "api-reports-"));
mkdirSync(reportFolder, { recursive: true });
for (const entry of entries()) {
  const { report } = entry;
  reports.add(report);
  const { apiReportChanged } = Extractor.invoke(configOf(entry, temporary), {
    localBuild: isWriting,
    messageCallback(message) {
      message.handled = true; // its own lines would name the console of Extractor, not what to do
      if (message.logLevel === "error") faults.push(`${report}: ${message.text}`);
    },
  });
  if (apiReportChanged && !isWriting) faults.push(`etc/${report} is out of date: npm run api`);
  if (!existsSync(join(reportFolder, report))) continue;
  for (const name of undocumentedOf(report)) faults.push(`${report}: ${name} has no docstring`);
}
rmSync(temporary, { recursive: true });
for (const stale of readdirSync(reportFolder).filter((file) => !reports.has(file))) {
  if (isWriting) rmSync(join(reportFolder, stale));
  else faults.push(`etc/${stale} belongs to no entry of a package`);
}

for (const fault of faults) console.error(fault);
console.log(`api reports: ${reports.size}, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
