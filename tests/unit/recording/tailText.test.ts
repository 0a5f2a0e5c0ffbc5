import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TailText } from '#backstage/recording/write.ts';

describe('tail text', () => {
  it('contains the added text in order and grows its buffer', () => {
    const added = fc.array(fc.string({ unit: 'grapheme', maxLength: 200 }));
    fc.assert(
      fc.property(added, fc.integer({ min: 1, max: 64 }), (texts, capacity) => {
        const text = new TailText(capacity);
        for (const each of texts) expect(text.add(each).toString()).toBe(Buffer.from(each).toString());
        expect(text.bytes.toString()).toBe(Buffer.from(texts.join('')).toString());
        expect(text.length).toBe(text.bytes.length);
      }),
    );
  });

  it('drops text that the disk refused and can be cleared', () => {
    const text = new TailText(4);
    text.add('ひとつ');
    const before = text.length;
    text.add('ふたつ');
    text.cut(before);
    text.add('みっつ');
    expect(text.bytes.toString()).toBe('ひとつみっつ');
    text.cut(0);
    expect(text.bytes).toHaveLength(0);
  });
});
