/** Answers, and what a person who read them says: whether they are right. */
export const traces = [
  { output: "42", expected: 42, gold: true },
  { output: "The answer is 42.", expected: 42, gold: true },
  { output: "42", expected: 42, gold: true },
  { output: "It is not 42.", expected: 42, gold: false },
  { output: "42000", expected: 42, gold: false },
  { output: "forty-two", expected: 42, gold: true },
  { output: "I do not know.", expected: 42, gold: false },
  { output: "7", expected: 42, gold: false },
];
