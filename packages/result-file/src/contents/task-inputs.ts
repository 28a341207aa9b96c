const hashDigits = 16;

/**
 * Numbers what attempts are at: a task with the input that it had then. Attempts at one task with an
 * earlier input are at another number.
 */
export class TaskInputs {
  readonly #byTask = new Map<string, number>();
  /** By the task id as it was written, so that most lines need no parsing. */
  readonly #byText = new Map<string, number>();

  #last = { taskText: "", inputHash: "", number: 0 };

  /** @param taskText the id as JSON text, its bytes as Latin-1. */
  numberOfText(taskText: string, inputHash: string): number {
    // Attempts at one task often follow one another.
    const { taskText: lastText, inputHash: lastHash, number: lastNumber } = this.#last;
    if (taskText === lastText && inputHash === lastHash) return lastNumber;
    const number = this.#look(taskText, inputHash);
    this.#last = { taskText, inputHash, number };
    return number;
  }

  #look(taskText: string, inputHash: string): number {
    const key = inputHash + taskText;
    const known = this.#byText.get(key);
    if (known !== undefined) return known;
    const taskId = JSON.parse(Buffer.from(taskText, "latin1").toString()) as string;
    const number = this.numberOf(taskId, inputHash);
    this.#byText.set(key, number);
    return number;
  }

  numberOf(taskId: string, inputHash: string): number {
    const key = inputHash + taskId;
    const number = this.#byTask.get(key) ?? this.#byTask.size;
    this.#byTask.set(key, number);
    return number;
  }

  /** `null` for one without attempts. */
  find(taskId: string, inputHash: string): number | null {
    return this.#byTask.get(inputHash + taskId) ?? null;
  }

  *all(): Generator<{ taskId: string; inputHash: string; taskInput: number }, void, undefined> {
    for (const [key, taskInput] of this.#byTask) {
      yield { taskId: key.slice(hashDigits), inputHash: key.slice(0, hashDigits), taskInput };
    }
  }
}
