/** Examples for the end of a command's help, each with what it does. */
export function examples(...lines: readonly (readonly [command: string, what: string])[]): string {
  const shown = lines.map(([command, what]) => `  # ${what}\n  $ ${command}`);
  return `\nExamples:\n${shown.join("\n")}\n`;
}
