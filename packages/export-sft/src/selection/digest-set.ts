const words = 4;
const initialSlots = 1024;

/** Remembers SHA-256 digests by their first 128 bits, in 16 to 64 bytes each. */
export class DigestSet {
  #table = new Uint32Array(initialSlots * words);
  #count = 0;

  /** @param digest 64 hexadecimal digits */
  has(digest: string): boolean {
    return this.#isAt(this.#slotOf(toWords(digest)));
  }

  add(digest: string): void {
    const key = toWords(digest);
    const slot = this.#slotOf(key);
    if (this.#isAt(slot)) return;
    this.#table.set(key, slot);
    this.#count += 1;
    if (this.#count * words * 2 > this.#table.length) this.#grow();
  }

  /** Where the key is, or the free place where it would go. */
  #slotOf(key: Uint32Array): number {
    const table = this.#table;
    const slots = table.length / words;
    let slot = (key[0] ?? 0) % slots;
    for (;;) {
      const at = slot * words;
      const isFree = table[at] === 0 && table[at + 1] === 0;
      if (isFree || key.every((word, index) => table[at + index] === word)) return at;
      slot = (slot + 1) % slots;
    }
  }

  #isAt(slot: number): boolean {
    return this.#table[slot] !== 0 || this.#table[slot + 1] !== 0;
  }

  #grow(): void {
    const old = this.#table;
    this.#table = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += words) {
      const key = old.subarray(at, at + words);
      if (key[0] !== 0 || key[1] !== 0) this.#table.set(key, this.#slotOf(key));
    }
  }
}

/** A digest that starts with 64 zero bits would read as a free place; none is known to exist. */
function toWords(digest: string): Uint32Array {
  const key = new Uint32Array(words);
  for (let index = 0; index < words; index += 1) {
    key[index] = Number.parseInt(digest.slice(index * 8, index * 8 + 8), 16);
  }
  return key;
}
