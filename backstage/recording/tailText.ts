/**
 * A copy of a plain tail file in memory, so that compression does not read the file. The buffer is reused for the next
 * tail: a busy room records 1 MB a second, and new buffers at that rate would cause long garbage collections.
 */
export class TailText {
  #bytes: Buffer;
  #length = 0;

  /** `capacity` is the initial size of the buffer (bytes). The buffer grows if needed. */
  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  /** The length of the text (bytes). */
  get length(): number {
    return this.#length;
  }

  /** The size of the buffer (bytes). */
  get capacity(): number {
    return this.#bytes.length;
  }

  /** The text as a view on the buffer, valid until the next change. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Appends text and returns its bytes. */
  add(text: string): Buffer {
    const from = this.#length;
    this.#makeRoom(from + Buffer.byteLength(text));
    this.#length += this.#bytes.write(text, from);
    return this.#bytes.subarray(from, this.#length);
  }

  /** Truncates the text to so many bytes. */
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
