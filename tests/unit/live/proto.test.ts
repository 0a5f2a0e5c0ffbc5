import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BrokenMessage, idText, ProtoReader } from '#shared/live/proto/reader.ts';
import { ProtoWriter } from '#shared/live/proto/writer.ts';

const uint64 = fc.bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn });

/** Skips every field. Returns the numbers of the fields. */
function walk(bytes: Uint8Array): number[] {
  const reader = new ProtoReader(bytes);
  const fields: number[] = [];
  while (reader.next()) {
    fields.push(reader.field);
    reader.skip();
  }
  return fields;
}

describe('protobuf reader', () => {
  it('keeps every 64-bit id to the last digit', () => {
    fc.assert(
      fc.property(uint64, (id) => {
        const reader = new ProtoReader(new ProtoWriter().varint(7, id).finish());
        expect(reader.next()).toBe(true);
        expect(reader.field).toBe(7);
        expect(reader.id()).toBe(String(id));
        expect(reader.next()).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('joins two halves of 32 bits to one decimal', () => {
    fc.assert(
      fc.property(uint64, (id) => {
        expect(idText(Number(id >> 32n), Number(id & 0xffff_ffffn))).toBe(String(id));
      }),
      { numRuns: 2000 },
    );
  });

  it('reads numbers, texts of every script, bytes and nested messages', () => {
    const number = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
    const parts = [
      number,
      fc.string({ unit: 'binary' }),
      fc.uint8Array(),
      fc.integer({ min: 1, max: 0x1fffffff }),
    ] as const;
    fc.assert(
      fc.property(...parts, (value, text, bytes, field) => {
        const inner = new ProtoWriter().string(3, text).varint(900, value);
        const written = new ProtoWriter().varint(1, value).message(field, inner).bytes(5, bytes).finish();
        const reader = new ProtoReader(written);
        reader.next();
        expect(reader.number()).toBe(value);
        reader.next();
        expect(reader.field).toBe(field);
        const outer = reader.enter();
        reader.next();
        expect(reader.string()).toBe(text.toWellFormed());
        reader.leave(outer);
        reader.next();
        expect(reader.bytes()).toEqual(bytes);
        expect(reader.next()).toBe(false);
      }),
    );
  });

  it('skips fields of every kind, including nested groups', () => {
    const bytes = [
      0x0b, 0x13, 0x10, 0x05, 0x14, 0x0c, 0x19, 1, 2, 3, 4, 5, 6, 7, 8, 0x25, 1, 2, 3, 4, 0x28, 0x01,
    ];
    expect(walk(Uint8Array.from(bytes))).toEqual([1, 3, 4, 5]);
  });

  it('replaces invalid UTF-8', () => {
    const reader = new ProtoReader(new ProtoWriter().bytes(1, Uint8Array.of(0x61, 0xff, 0x62)).finish());
    reader.next();
    expect(reader.string()).toBe('a\ufffdb');
  });

  it('returns bytes as a view, not as a copy', () => {
    const written = new ProtoWriter().bytes(1, Uint8Array.of(1, 2, 3)).finish();
    const reader = new ProtoReader(written);
    reader.next();
    expect(reader.bytes().buffer).toBe(written.buffer);
  });
});

describe('shared buffer of the protobuf writer', () => {
  it('never leaks into another message, in any order of writing and finishing', () => {
    const texts = fc.array(fc.string({ maxLength: 3000, size: 'max' }), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(texts, fc.infiniteStream(fc.boolean()), (all, nests) => {
        const begun = all.map((text) => ({ text, writer: new ProtoWriter().string(1, text) }));
        const done = begun.map(({ text, writer }) => ({
          text,
          bytes: nests.next().value ? new ProtoWriter().message(2, writer).finish() : writer.finish(),
        }));
        for (const { text, bytes } of done) {
          const reader = new ProtoReader(bytes);
          reader.next();
          if (reader.field === 2) {
            reader.enter();
            reader.next();
          }
          expect(reader.string()).toBe(text);
        }
      }),
    );
  });

  it('rejects writes after the message was finished or embedded', () => {
    const inner = new ProtoWriter().varint(1, 1);
    const outer = new ProtoWriter().message(2, inner);
    expect(() => inner.varint(1, 2)).toThrow('finished');
    expect(() => new ProtoWriter().message(1, inner)).toThrow('finished');
    const bytes = outer.finish();
    expect(() => outer.finish()).toThrow('finished');
    expect(() => outer.bytes(1, new Uint8Array(0))).toThrow('finished');
    expect([...bytes]).toEqual([0x12, 2, 8, 1]);
  });
});

describe('protobuf writer', () => {
  it.each([0, -1, 1.5, 2 ** 29])('rejects the field number %d', (field) => {
    expect(() => new ProtoWriter().varint(field, 1)).toThrow(
      new RangeError(`no such protobuf field: ${field}`),
    );
  });

  it.each([-1, 1.5, 2 ** 53, Number.NaN, '-1', '18446744073709551616'])('rejects the number %s', (value) => {
    expect(() => new ProtoWriter().varint(1, value)).toThrow(new RangeError(`not a varint: ${value}`));
  });

  it('accepts the largest field number and the largest number', () => {
    const bytes = new ProtoWriter().varint(2 ** 29 - 1, '18446744073709551615').finish();
    const reader = new ProtoReader(bytes);
    reader.next();
    expect([reader.field, reader.id()]).toEqual([2 ** 29 - 1, '18446744073709551615']);
  });
});

describe('invalid protobuf bytes', () => {
  const nested = (depth: number) => [...Array(depth).fill(0x0b), ...Array(depth).fill(0x0c)];
  it.each([
    ['a varint that ends too early', [0x08, 0x80], 'ends too early'],
    ['a varint of eleven bytes', [0x08, ...Array(10).fill(0x80), 0x01], 'a varint longer than 64 bits'],
    ['a varint of more than 64 bits', [0x08, ...Array(9).fill(0xff), 0x02], 'a varint longer than 64 bits'],
    ['a text that is longer than the message', [0x0a, 0x05, 0x61], 'ends too early'],
    ['a length past every size', [0x0a, ...Array(9).fill(0xff), 0x01], 'ends too early'],
    ['eight bytes of which four are there', [0x09, 1, 2, 3, 4], 'ends too early'],
    ['four bytes of which two are there', [0x0d, 1, 2], 'ends too early'],
    ['field number 0', [0x00, 0x01], 'no such field number'],
    ['wire type 6', [0x0e], 'no such wire type'],
    ['field number 2 ** 29', [0x80, 0x80, 0x80, 0x80, 0x10, 0x01], 'no such field number'],
    ['wire type 7', [0x0f], 'no such wire type'],
    ['a group that does not end', [0x0b, 0x10, 0x01], 'a group does not end'],
    ['a group that ends as another', [0x0b, 0x14], 'a group ends that did not begin'],
    ['the end of a group that did not begin', [0x0c], 'no such wire type'],
    ['groups nested without end', Array(10_000).fill(0x0b), 'groups nested too deeply'],
    ['33 groups in one another', nested(33), 'groups nested too deeply'],
  ])('are rejected with the reason: %s', (_, bytes, reason) => {
    expect(() => walk(Uint8Array.from(bytes))).toThrow(new BrokenMessage(reason));
  });

  it('are not 32 groups in one another, the most that are read', () => {
    expect(walk(Uint8Array.from(nested(32)))).toEqual([1]);
  });

  it('are rejected if a field has another wire type than expected', () => {
    const read = (take: (reader: ProtoReader) => unknown, bytes: Uint8Array) => () => {
      const reader = new ProtoReader(bytes);
      reader.next();
      take(reader);
    };
    const expected = new BrokenMessage('another wire type than expected');
    const number = new ProtoWriter().varint(1, 5).finish();
    const text = new ProtoWriter().string(1, 'five').finish();
    expect(read((reader) => reader.string(), number)).toThrow(expected);
    expect(read((reader) => reader.bytes(), number)).toThrow(expected);
    expect(read((reader) => reader.enter(), number)).toThrow(expected);
    expect(read((reader) => reader.number(), text)).toThrow(expected);
    expect(read((reader) => reader.id(), text)).toThrow(expected);
    expect(read((reader) => reader.bool(), text)).toThrow(expected);
  });

  it('are rejected if a nested message reaches beyond its end', () => {
    const inner = new ProtoWriter().bytes(1, Uint8Array.of(0x0a, 0x04)).varint(2, 1).finish();
    const reader = new ProtoReader(inner);
    reader.next();
    reader.enter();
    reader.next();
    expect(() => reader.bytes()).toThrow(BrokenMessage);
  });

  it('are rejected or read to their end, for random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          walk(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(BrokenMessage);
        }
      }),
      { numRuns: 5000 },
    );
  });
});
