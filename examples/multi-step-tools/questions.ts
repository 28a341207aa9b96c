/** The condition costs a calculation; its results are 6856135 after 8 rounds and 7826798 after 9. */
export function onlyIf(parity: "odd" | "even", rounds: number, question: string): string {
  return `Begin with 271828. For each round r from 1 to ${rounds}, square the number, add 97 * r + 31, and take the remainder modulo 10000019. If the last number is ${parity}: ${question} Otherwise use no tool.`;
}
