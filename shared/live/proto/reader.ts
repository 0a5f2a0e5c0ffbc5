/** Malformed protobuf. The only error that reading throws. */
export class BrokenMessage extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'BrokenMessage';
  }
}

const MAX_FIELD = 0x1fffffff;
const MAX_GROUP_DEPTH = 32;

/**
 * Reads selected fields of a protobuf message. `next` steps from field to field, and the caller either reads the
 * field's value or skips it with `skip`. Copies only the values that are read. Each step moves forward, so reading ends
 * for any input. A nested message is read with the same reader between `enter` and `leave`, which skips its unread
 * fields.
 *
 * Every method throws `BrokenMessage` if the bytes end too early, a varint is longer than 64 bits, or the field has
 * another wire type than the method reads.
 */
export class ProtoReader {
  /** The number of the current field. */
  field = 0;
  #wire = 0;
  readonly #bytes: Uint8Array;
  #at: number;
  #end: number;
  // The last varint in two halves, because a JavaScript number cannot hold 64 bits.
  #low = 0;
  #high = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#at = 0;
    this.#end = bytes.length;
  }

  /** Steps to the next field. False at the end of the message. */
  next(): boolean {
    if (this.#at >= this.#end) return false;
    const tag = this.#varint();
    const field = Math.floor(tag / 8);
    if (field < 1 || field > MAX_FIELD) throw new BrokenMessage('no such field number');
    this.field = field;
    this.#wire = tag % 8;
    return true;
  }

  /** Whether the current field is a string, bytes or a nested message. */
  get isDelimited(): boolean {
    return this.#wire === 2;
  }

  /** Reads a varint as a number. It is inexact above 2^53, so read ids with `id`. */
  number(): number {
    this.#expect(0);
    return this.#varint();
  }

  /** Reads a varint as a boolean. */
  bool(): boolean {
    this.#expect(0);
    return this.#varint() !== 0;
  }

  /** Reads a varint as a decimal string, exact for 64-bit ids. */
  id(): string {
    this.#expect(0);
    const value = this.#varint();
    return value <= Number.MAX_SAFE_INTEGER ? String(value) : idText(this.#high, this.#low);
  }

  /** Reads a string. Bytes that are not UTF-8 become U+FFFD. */
  string(): string {
    const end = this.#span();
    const start = this.#at;
    this.#at = end;
    return readText(this.#bytes, start, end);
  }

  /** Reads the field's bytes as a view, not a copy. */
  bytes(): Uint8Array {
    const end = this.#span();
    const start = this.#at;
    this.#at = end;
    return this.#bytes.subarray(start, end);
  }

  /** Enters a nested message. Returns the argument for `leave`. */
  enter(): number {
    const end = this.#span();
    const outer = this.#end;
    this.#end = end;
    return outer;
  }

  /** Leaves a nested message and continues after it. */
  leave(outer: number): void {
    this.#at = this.#end;
    this.#end = outer;
  }

  /** Skips the field, including groups. */
  skip(): void {
    this.#skip(0);
  }

  #skip(depth: number): void {
    switch (this.#wire) {
      case 0:
        this.#varint();
        return;
      case 1:
        this.#advance(8);
        return;
      case 2:
        this.#at = this.#span();
        return;
      case 3:
        this.#skipGroup(depth + 1);
        return;
      case 5:
        this.#advance(4);
        return;
      default:
        throw new BrokenMessage('no such wire type');
    }
  }

  #skipGroup(depth: number): void {
    if (depth > MAX_GROUP_DEPTH) throw new BrokenMessage('groups nested too deeply');
    const group = this.field;
    while (this.next()) {
      if (this.#wire !== 4) {
        this.#skip(depth);
        continue;
      }
      if (this.field !== group) throw new BrokenMessage('a group ends that did not begin');
      return;
    }
    throw new BrokenMessage('a group does not end');
  }

  #expect(wire: number): void {
    if (this.#wire !== wire) throw new BrokenMessage('another wire type than expected');
  }

  #advance(length: number): void {
    if (length > this.#end - this.#at) throw new BrokenMessage('ends too early');
    this.#at += length;
  }

  /** Reads the length of a length-delimited field. Returns the position of its end. */
  #span(): number {
    this.#expect(2);
    const length = this.#varint();
    if (length > this.#end - this.#at) throw new BrokenMessage('ends too early');
    return this.#at + length;
  }

  #varint(): number {
    const bytes = this.#bytes;
    const end = this.#end;
    let at = this.#at;
    let byte = at < end ? (bytes[at++] ?? 0) : tooShort();
    if (byte < 0x80) {
      this.#at = at;
      return byte;
    }
    let low = byte & 0x7f;
    for (let shift = 7; shift < 28; shift += 7) {
      byte = at < end ? (bytes[at++] ?? 0) : tooShort();
      low |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        this.#at = at;
        return low;
      }
    }
    byte = at < end ? (bytes[at++] ?? 0) : tooShort();
    low |= (byte & 0x0f) << 28;
    let high = (byte & 0x7f) >>> 4;
    for (let shift = 3; byte >= 0x80; shift += 7) {
      byte = at < end ? (bytes[at++] ?? 0) : tooShort();
      // The tenth byte contains the last of the 64 bits and must be the last byte.
      if (shift === 31 && byte > 1) throw new BrokenMessage('a varint longer than 64 bits');
      high |= (byte & 0x7f) << shift;
    }
    this.#at = at;
    this.#low = low >>> 0;
    this.#high = high >>> 0;
    return this.#high * 0x1_0000_0000 + this.#low;
  }
}

function tooShort(): never {
  throw new BrokenMessage('ends too early');
}

/**
 * The unsigned 64-bit number `high * 2^32 + low` in decimal. Divides by 10^9 in steps of 16 bits, each exact in a
 * double. Several times faster than a BigInt, which matters because it runs for every message.
 */
export function idText(high: number, low: number): string {
  const billion = 1_000_000_000;
  const upper = (high % billion) * 0x10000 + (low >>> 16);
  const lower = (upper % billion) * 0x10000 + (low & 0xffff);
  const billions =
    Math.floor(high / billion) * 0x1_0000_0000 +
    Math.floor(upper / billion) * 0x10000 +
    Math.floor(lower / billion);
  const rest = lower % billion;
  return billions === 0 ? String(rest) : billions + String(rest + billion).slice(1);
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Up to this number of bytes, decoding plain ASCII here is faster than calling the decoder. */
const SHORT = 24;

/** Decodes the UTF-8 text between two positions. Invalid bytes become U+FFFD. */
function readText(bytes: Uint8Array, start: number, end: number): string {
  if (start === end) return '';
  if (end - start <= SHORT) {
    let text = '';
    let at = start;
    while (at < end) {
      const byte = bytes[at] ?? 0;
      if (byte >= 0x80) break;
      text += String.fromCharCode(byte);
      at += 1;
    }
    if (at === end) return text;
  }
  return utf8.decode(bytes.subarray(start, end));
}
