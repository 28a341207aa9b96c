/** The text with one full stop, whether or not it has one already. */
export function asSentence(text: string): string {
  return text.endsWith(".") ? text : `${text}.`;
}
