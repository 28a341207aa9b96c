/** What is wrong with an answer that arrived, but is none: another form than the API's. */
export class AnswerFault extends Error {
  /** What came in place of an answer. */
  readonly excerpt: string | undefined;

  constructor(problem: string, excerpt?: string) {
    super(problem);
    this.excerpt = excerpt;
  }
}
