/** Whether a text that was passed on belongs to a reply that was thrown away. */
export class LostText {
  #state: "none" | "last" | "void" = "none";

  /** A call has passed on some text, and then failed. */
  lose(): void {
    if (this.#state === "none") this.#state = "last";
  }

  /** Something else is asked for: what was lost is no part of the answer to it. */
  askAgain(): void {
    if (this.#state !== "none") this.#state = "void";
  }

  /** A call was answered, or the text is thrown away with all that led to it. */
  forget(): void {
    this.#state = "none";
  }

  isVoid(): boolean {
    return this.#state === "void";
  }
}
