/** Examples for the end of a command's help, each with what it does; `npx` finds what is installed in the project. */
export function examples(...lines: readonly (readonly [command: string, what: string])[]): string {
  const shown = lines.map(([command, what]) => `  # ${what}\n  $ npx ${command}`);
  return `\nExamples:\n${shown.join("\n")}\n`;
}
