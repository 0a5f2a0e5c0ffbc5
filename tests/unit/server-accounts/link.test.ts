import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyFrame, FrameReader, frame } from '#server/database/embedded/link.ts';

describe('what the server and its database say to each other', () => {
  it('arrives whole and in order, however it is cut on the way', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 }),
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 50 }),
        (sent, cuts) => {
          const bytes = Buffer.concat(sent.map(frame));
          const reader = new FrameReader();
          const received: Buffer[] = [];
          for (let at = 0, cut = 0; at < bytes.length; cut += 1) {
            const end = at + (cuts[cut % cuts.length] ?? 1);
            received.push(...reader.push(bytes.subarray(at, end)));
            at = end;
          }
          expect(received.map((part) => part.toString('hex'))).toEqual(
            sent.map((part) => Buffer.from(part).toString('hex')),
          );
        },
      ),
    );
  });

  it('includes a frame with nothing in it, which is a word of its own', () => {
    expect(new FrameReader().push(emptyFrame())).toEqual([Buffer.alloc(0)]);
  });
});
