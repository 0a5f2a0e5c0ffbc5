/**
 * What a plain tail file holds, kept in memory as well, so that nothing has to be read again when it is compressed.
 * The memory is used again for the next tail: a busy room records a megabyte a second, and what is thrown away at that
 * pace is collected in pauses that the whole process feels.
 */
export class TailText {
  #bytes: Buffer;
  #length = 0;

  /** `capacity` in bytes; more is made where it is not enough. */
  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  /** Bytes that are held. */
  get length(): number {
    return this.#length;
  }

  /** Bytes that are set aside for it. */
  get capacity(): number {
    return this.#bytes.length;
  }

  /** Everything that is held; valid until the next change. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Puts text behind what is held, and gives its bytes. */
  add(text: string): Buffer {
    const from = this.#length;
    this.#makeRoom(from + Buffer.byteLength(text));
    this.#length += this.#bytes.write(text, from);
    return this.#bytes.subarray(from, this.#length);
  }

  /** Forgets everything after so many bytes. */
  cut(length: number): void {
    this.#length = Math.min(this.#length, length);
  }

  #makeRoom(length: number): void {
    if (length <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(length, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
