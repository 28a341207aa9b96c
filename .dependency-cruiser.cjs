// The floor plan: a package imports only lower floors, and neighbours never import one another.
const ground = "core";
const first = "runner|agent|scorers|provider-[^/]+|mcp|export-sft|result-file|report|testing";
const second = "export-preference|viewer";
const top = "cli";

// Tests may cross floors: they use @rollouts/testing and development dependencies.
const test = "[.](test(-d|-helper)?|conformance|browser)[.]ts$";

/** Sources of `floor` must not import packages of `others`, their own package excepted. */
const forbidImports = (name, floor, others) => ({
  name,
  severity: "error",
  from: { path: `^packages/(${floor})/src/`, pathNot: test },
  to: { path: `^packages/(${others})/`, pathNot: "^packages/$1/" },
});

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    forbidImports("ground-floor", ground, ".+"),
    forbidImports("first-floor", first, [first, second, top].join("|")),
    forbidImports("second-floor", second, [second, top].join("|")),
    {
      name: "every-package-has-a-floor",
      comment: "add the new package to the floor plan above",
      severity: "error",
      from: {
        path: "^packages/",
        pathNot: `^packages/(${[ground, first, second, top].join("|")})/`,
      },
      to: {},
    },
    {
      name: "packages-by-name",
      comment: "another package is imported by its name, so only through what it exports",
      severity: "error",
      from: { path: "^(packages|examples)/([^/]+)/" },
      to: { path: "^(packages|examples)/", pathNot: "^$1/$2/", dependencyTypes: ["local"] },
    },
    {
      name: "testing-only-in-tests",
      comment: "a development dependency everywhere, which the next rule cannot see of a sibling",
      severity: "error",
      from: { path: "^packages/[^/]+/src/", pathNot: [test, "^packages/testing/"] },
      to: { path: "^packages/testing/" },
    },
    {
      name: "no-undeclared-dependency",
      comment: "what is published may import only its dependencies and peers",
      severity: "error",
      from: { path: "^packages/[^/]+/src/", pathNot: test },
      to: {
        dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"],
        dependencyTypesNot: ["npm-peer"], // a peer is a development dependency as well
      },
    },
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    { name: "no-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: ["node_modules"] },
    exclude: { path: ["^(packages|examples)/[^/]+/dist/", "^packages/[^/]+/tsup[.]config[.]ts$"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["@rollouts/source", "import", "types", "node", "default"],
    },
  },
};
