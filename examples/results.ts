/** A grid that a program printed: its environment, and each task as `id passed/scored`. */
export interface Grid {
  readonly environment: string;
  readonly tasks: readonly string[];
}

/** Finds the grids in what a program printed. */
export function readGrids(output: string): readonly Grid[] {
  const grids: { environment: string; tasks: string[] }[] = [];
  for (const line of output.split("\n")) {
    const [, environment] = /^(\S.*?) {17}k=\d+ · \d+ attempts · /.exec(line) ?? [];
    const [, id, counts] = /^ {2}(\S+) +[█░▲ ]+ {3}(\d+\/\d+) {3}/.exec(line) ?? [];
    if (environment !== undefined) grids.push({ environment, tasks: [] });
    else if (id !== undefined) grids.at(-1)?.tasks.push(`${id} ${counts}`);
  }
  return grids;
}

/** The page of results, dated; `grids` by program, such as `math/basic.ts`. */
export function writeResults(grids: ReadonlyMap<string, readonly Grid[]>, date: string): string {
  const lines = [...grids].flatMap(([program, found]) =>
    found.map(
      ({ environment, tasks }) => `- [${program}](${program}), ${environment}: ${tasks.join(", ")}`,
    ),
  );
  return `# Results of the examples

Offline, with the simulated models of the folders, on ${date}: passed/scored of every task. The
numbers are the same in every run, on every machine. \`node scripts/example-results.mjs --write\`
writes this page, and the tests fail when it is out of date.

Live, with \`--model\`: not run here.

${lines.join("\n")}
`;
}

/** Without its date, to tell whether a page is out of date. */
export function undated(page: string): string {
  return page.replace(/on \d{4}-\d\d-\d\d:/, "");
}
