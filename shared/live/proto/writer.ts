const text = new TextEncoder();

/**
 * Writes one protobuf message, field by field, in the order of the calls. Every call appends, also for a field
 * that was written before (which is how repeated fields are written); nothing is left out for being a default.
 */
export class ProtoWriter {
  #bytes = new Uint8Array(64);
  #length = 0;

  /** A varint field: bool, enum, int or 64-bit id, the latter as bigint or decimal string; never negative. */
  varint(field: number, value: number | bigint | string): this {
    this.#tag(field, 0);
    if (typeof value === 'number') this.#number(value);
    else this.#big(BigInt(value));
    return this;
  }

  /** A string field, as UTF-8. */
  string(field: number, value: string): this {
    return this.bytes(field, text.encode(value));
  }

  /** A bytes field; the bytes are copied. */
  bytes(field: number, value: Uint8Array): this {
    this.#tag(field, 2);
    this.#number(value.length);
    this.#reserve(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
    return this;
  }

  /** A nested message as it stands now; later writes to `value` do not show. */
  message(field: number, value: ProtoWriter): this {
    return this.bytes(field, value.#bytes.subarray(0, value.#length));
  }

  /** The message so far, as a copy of its own. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
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
    const wanted = this.#length + more;
    if (wanted <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(wanted, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
