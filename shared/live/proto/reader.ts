import { idText } from './id.ts';
import { readText } from './text.ts';

/** Bytes that are not the protobuf message they should be; the only error that reading throws. */
export class BrokenMessage extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'BrokenMessage';
  }
}

const MAX_FIELD = 0x1fffffff;
const MAX_GROUP_DEPTH = 32;

/**
 * Reads one protobuf message selectively: `next` steps from field to field, and the caller either takes the
 * field's value or passes over it with `skip`. Nothing is copied but what is taken, and each step moves
 * forward, so reading ends on any input. A nested message is walked with the same reader between `enter` and
 * `leave`; whatever of it was not read is passed over unseen.
 *
 * Every method throws `BrokenMessage` where the bytes end too early, a varint is longer than 64 bits, or the
 * field has another wire type than the one asked for.
 */
export class ProtoReader {
  /** The number of the field that `next` stopped at. */
  field = 0;
  #wire = 0;
  readonly #bytes: Uint8Array;
  #at: number;
  #end: number;
  // The last varint, in two halves: 64-bit numbers are more than a JavaScript number holds.
  #low = 0;
  #high = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#at = 0;
    this.#end = bytes.length;
  }

  /** Steps to the next field; false at the end of the message. */
  next(): boolean {
    if (this.#at >= this.#end) return false;
    const tag = this.#varint();
    const field = Math.floor(tag / 8);
    if (field < 1 || field > MAX_FIELD) throw new BrokenMessage('no such field number');
    this.field = field;
    this.#wire = tag % 8;
    return true;
  }

  /** A varint as a number; above 2^53 it is inexact, so ids are read with `id`. */
  number(): number {
    this.#expect(0);
    return this.#varint();
  }

  /** A varint as a truth value. */
  bool(): boolean {
    this.#expect(0);
    return this.#varint() !== 0;
  }

  /** A varint as a decimal string: 64-bit ids exceed what a number holds exactly. */
  id(): string {
    this.#expect(0);
    const value = this.#varint();
    return value <= Number.MAX_SAFE_INTEGER ? String(value) : idText(this.#high, this.#low);
  }

  /** A string; bytes that are not UTF-8 become U+FFFD. */
  string(): string {
    const end = this.#span();
    const start = this.#at;
    this.#at = end;
    return readText(this.#bytes, start, end);
  }

  /** The field's bytes as a view of the message, not a copy. */
  bytes(): Uint8Array {
    const end = this.#span();
    const start = this.#at;
    this.#at = end;
    return this.#bytes.subarray(start, end);
  }

  /** Goes into a nested message; the result is for `leave`. */
  enter(): number {
    const end = this.#span();
    const outer = this.#end;
    this.#end = end;
    return outer;
  }

  /** Goes out of a nested message, to the field after it. */
  leave(outer: number): void {
    this.#at = this.#end;
    this.#end = outer;
  }

  /** Passes over the field, groups included. */
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

  /** Reads the length of a length-delimited field; returns where it ends. */
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
      // The tenth byte holds the last of the 64 bits and nothing may follow it.
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
