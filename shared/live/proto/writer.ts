const text = new TextEncoder();

const FIRST_SIZE = 1024;
const LARGEST_FREE_BUFFER = 64 * 1024;
const MAX_FREE_BUFFERS = 32;
/**
 * Buffers of finished writers, for reuse. A gift consists of about twenty nested messages; allocating buffers for two
 * hundred gifts a second would cause constant garbage collection.
 */
const freeBuffers: Uint8Array[] = [];
const nothing = new Uint8Array(0);

/**
 * Writes one protobuf message, field by field, in the order of the calls. Every call appends, also for a repeated
 * field; default values are written too. A writer that is finished or nested in another cannot be used any more: every
 * call throws.
 */
export class ProtoWriter {
  #bytes = freeBuffers.pop() ?? new Uint8Array(FIRST_SIZE);
  #length = 0;
  #done = false;

  /** Writes a varint field: bool, enum, int or 64-bit id (as bigint or decimal string). Not negative. */
  varint(field: number, value: number | bigint | string): this {
    this.#tag(field, 0);
    if (typeof value === 'number') this.#number(value);
    else this.#big(BigInt(value));
    return this;
  }

  /** Writes a string field as UTF-8. */
  string(field: number, value: string): this {
    return this.bytes(field, text.encode(value));
  }

  /** Writes a bytes field. Copies the bytes. */
  bytes(field: number, value: Uint8Array): this {
    this.#tag(field, 2);
    this.#number(value.length);
    this.#reserve(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
    return this;
  }

  /** Writes a nested message and finishes `value`. */
  message(field: number, value: ProtoWriter): this {
    return this.bytes(field, value.#end());
  }

  /** Finishes the writer and returns the message. */
  finish(): Uint8Array {
    return this.#end().slice();
  }

  /** The written bytes as a view of the buffer. Copy them before the buffer is reused. */
  #end(): Uint8Array {
    if (this.#done) throw new Error('this message has been finished');
    this.#done = true;
    const written = this.#bytes.subarray(0, this.#length);
    keep(this.#bytes);
    this.#bytes = nothing;
    return written;
  }

  #tag(field: number, wireType: number): void {
    if (!Number.isInteger(field) || field < 1 || field > 0x1fffffff) {
      throw new RangeError(`no such protobuf field: ${field}`);
    }
    this.#number(field * 8 + wireType);
  }

  #number(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a varint: ${value}`);
    this.#reserve(10);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#length++] = rest;
  }

  #big(value: bigint): void {
    if (value < 0n || value > 0xffff_ffff_ffff_ffffn) throw new RangeError(`not a varint: ${value}`);
    this.#reserve(10);
    let rest = value;
    while (rest >= 0x80n) {
      this.#bytes[this.#length++] = Number(rest & 0x7fn) | 0x80;
      rest >>= 7n;
    }
    this.#bytes[this.#length++] = Number(rest);
  }

  #reserve(more: number): void {
    if (this.#done) throw new Error('this message has been finished');
    const wanted = this.#length + more;
    if (wanted <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(wanted, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    keep(this.#bytes);
    this.#bytes = grown;
  }
}

function keep(bytes: Uint8Array): void {
  if (bytes.length <= LARGEST_FREE_BUFFER && freeBuffers.length < MAX_FREE_BUFFERS) freeBuffers.push(bytes);
}
